import type { UserInfo } from '@brina/contract/calls/people/account';
import type { PublicConfig } from '@brina/contract/config';
import { type ScreenName, screenNames, screenRows } from '@brina/contract/screens';
import { isDemoMode } from '@brina/domain/constants';
import { roleContains } from '@brina/domain/people/roles';
import { mayOpen, type Surroundings, type Visitor } from './decide.ts';
import { type MenuIcon, type MenuPlace, screens } from './screens.ts';
import type { TitleKey } from './titles.messages.ts';

/** An entry of the menu; `search`: it leads to a view of its screen. */
export type MenuItem = {
  name: ScreenName;
  path: string;
  search?: Readonly<Record<string, string>>;
  label: TitleKey;
  icon: MenuIcon;
  tab: boolean;
};

/** A visitor's menu (S2.14 to S2.16): nothing that the visitor may not open is in it. */
export function menuOf(visitor: Visitor, surroundings: Surroundings): Record<'top' | 'bottom', MenuItem[]> {
  const entries = screenNames
    .flatMap((name) => {
      const { menu: own, view, title } = screens[name];
      return [own, view].flatMap((menu) =>
        menu && mayOpen(name, visitor) && isInMenu(menu, visitor, surroundings)
          ? [{ name, path: screenRows[name].path, search: menu === view ? view.search : undefined, title, menu }]
          : [],
      );
    })
    .sort((one, other) => one.menu.order - other.menu.order);
  const at = (place: 'top' | 'bottom'): MenuItem[] =>
    entries
      .filter(({ menu }) => menu.place === place)
      .map(({ name, path, search, title, menu }) => ({
        name,
        path,
        ...(search && { search }),
        label: menu.label ?? title,
        icon: menu.icon,
        tab: menu.tab ?? false,
      }));
  return { top: at('top'), bottom: at('bottom') };
}

/** Where the menu's tutorial entry leads: for USER, not in demo mode, where a tutorial is configured (S2.14, S5.14); else null. */
export const tutorialFor = (
  { role, email }: Pick<UserInfo, 'role' | 'email'>,
  { tutorialUrl }: Pick<PublicConfig, 'tutorialUrl'>,
): string | null => (roleContains(role, 'USER') && !isDemoMode(email) ? tutorialUrl : null);

const isInMenu = (menu: MenuPlace, visitor: Visitor, surroundings: Surroundings): boolean =>
  (menu.for === undefined || menu.for.some((area) => roleContains(visitor.role, area))) &&
  (menu.flag === undefined || visitor[menu.flag]) &&
  (menu.only === undefined || surroundings[menu.only]);
