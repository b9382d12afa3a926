import { roleContains } from '@brina/domain/roles';
import type { Surroundings, Visitor } from './decide.ts';
import { type MenuIcon, type MenuPlace, type ScreenName, screenNames, screens } from './screens.ts';
import type { TitleKey } from './titles.messages.ts';

/** An entry of the menu. */
export type MenuItem = { name: ScreenName; path: string; label: TitleKey; icon: MenuIcon; tab: boolean };

/** A visitor's menu (S2.14 to S2.16). */
export function menuOf(visitor: Visitor, surroundings: Surroundings): Record<'top' | 'bottom', MenuItem[]> {
  const entries = screenNames
    .flatMap((name) => {
      const { menu, title, path } = screens[name];
      return menu && isInMenu(menu, visitor, surroundings) ? [{ name, path, title, menu }] : [];
    })
    .sort((one, other) => one.menu.order - other.menu.order);
  const at = (place: 'top' | 'bottom'): MenuItem[] =>
    entries
      .filter(({ menu }) => menu.place === place)
      .map(({ name, path, title, menu }) => ({
        name,
        path,
        label: menu.label ?? title,
        icon: menu.icon,
        tab: menu.tab ?? false,
      }));
  return { top: at('top'), bottom: at('bottom') };
}

const isInMenu = (menu: MenuPlace, visitor: Visitor, surroundings: Surroundings): boolean =>
  (menu.for === 'any' || menu.for.some((area) => roleContains(visitor.role, area))) &&
  (menu.flag === undefined || visitor[menu.flag]) &&
  (menu.only === undefined || surroundings[menu.only]);
