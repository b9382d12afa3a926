import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { type BuiltScreen, pathOf, type ScreenParams, screenRows } from '@brina/contract/screens';
import { filled } from '@brina/contract/wire/paths';
import type { Role } from '@brina/domain/people/roles';
import type { Locator, Page } from '@playwright/test';
import { callAs, expect, type World } from './fixtures.ts';
import { invitationLink } from './registration.ts';

/** Who looks at a screen: somebody of the demo company, or who is not signed in. */
export type Looker = Role | 'nobody';

/** A way to look at a screen. */
type Example = {
  by: Looker;
  params?: ParamsIn<Readonly<Record<string, string>>>;
  /** What stands behind the `?` of the address, each a look of its own; absent: nothing. */
  searches?: readonly (string | ((world: World) => string | Promise<string>))[];
};
/** With the parameters that the path of the screen has. */
type ExampleOf<N extends BuiltScreen> = Example &
  ([keyof ScreenParams<N>] extends [never] ? { params?: never } : { params: ParamsIn<ScreenParams<N>> });

/** Values of a path's parameters in a world. */
type ParamsIn<P> = (world: World) => P | Promise<P>;

type Unit = Parameters<World['own']>[0];
const unit =
  (name: Unit): ParamsIn<{ serialNumber: string }> =>
  (world) => ({ serialNumber: world.own(name) });

/** One unit of each family, as its owner calls it. */
const families = [
  'Abbattitore banco',
  'Abbattitore pesce',
  'Cella carrelli',
  'Frigo doppio',
  'Vetrina praline',
  'Fermalievita cornetti',
] as const satisfies readonly Unit[];

/** How each screen that is there can be looked at: who may open several sees several. */
const examples: { readonly [N in BuiltScreen]: readonly ExampleOf<N>[] } = {
  dashboard: [
    {
      by: 'USER',
      searches: [
        '',
        'sort=attention&status=cold&q=frigo',
        'q=nothing-is-called-so',
        'view=wall',
        'view=wall&light=1',
        'view=records',
      ],
    },
    { by: 'KITCHEN_MANAGER' },
  ],
  'appliance-details': [
    ...families.map((name) => ({ by: 'USER', params: unit(name) }) as const),
    {
      by: 'USER',
      params: unit('Abbattitore banco'),
      searches: ['tab=advanced', 'tab=info', 'tab=alarms', 'tab=notifications'],
    },
    { by: 'USER', params: unit('Fermalievita cornetti'), searches: ['tab=advanced'] },
    { by: 'USER', params: unit('Frigo doppio'), searches: ['tab=info'] },
    { by: 'KITCHEN_MANAGER', params: unit('Abbattitore banco') },
    { by: 'SERVICE', params: unit('Frigo doppio'), searches: ['', 'tab=info'] },
  ],
  'appliance-mf-cycle': [{ by: 'USER', params: unit('Abbattitore banco') }],
  'appliance-mf-cycle-def': [
    { by: 'USER', params: unit('Abbattitore banco') },
    // A cabinet has no cycles to define.
    { by: 'USER', params: unit('Frigo doppio') },
  ],
  'appliance-ef-cycle-def': [{ by: 'USER', params: unit('Abbattitore pesce') }],
  'appliance-sf-cycle-def': [{ by: 'USER', params: unit('Cella carrelli') }],
  'appliance-cycles': [
    { by: 'USER', params: unit('Abbattitore banco'), searches: ['', 'show=scheduled', 'show=favourites'] },
  ],
  account: [{ by: 'USER' }, { by: 'KITCHEN_MANAGER' }, { by: 'SUPERFACTORY' }],
  userinfo: [{ by: 'USER' }],
  'second-factor': [{ by: 'USER' }],
  company: [{ by: 'USER' }],
  laboratories: [{ by: 'USER', searches: ['', 'plan=company', planOfKitchen] }],
  preferences: [{ by: 'USER' }],
  'haccp-reports': [
    { by: 'USER', params: unit('Abbattitore banco'), searches: ['', 'plan=kitchen', 'checks=probes'] },
    { by: 'KITCHEN_MANAGER', params: unit('Abbattitore banco'), searches: ['plan=kitchen'] },
  ],
  'haccp-reports-historyback': [{ by: 'USER', params: unit('Abbattitore banco') }],
  library: [
    { by: 'USER', searches: ['', 'q=rag', 'type=Custom', 'function=freezing&sort=title'] },
    { by: 'KITCHEN_MANAGER' },
  ],
  'appliance-library': [
    { by: 'USER', params: unit('Abbattitore pesce'), searches: ['', 'all=1'] },
    { by: 'SERVICE', params: unit('Frigo doppio') },
  ],
  'recipe-overview': [
    { by: 'USER', params: () => ({ recipeId: '0' }) },
    { by: 'USER', params: () => ({ recipeId: '100' }) },
    { by: 'KITCHEN_MANAGER', params: () => ({ recipeId: '26' }) },
  ],
  admin: [{ by: 'USER', searches: ['', 'tab=appliances'] }],
  'admin-user': [{ by: 'USER', params: (world) => ({ email: world.account('KITCHEN_MANAGER').email }) }],
  factory: [
    {
      by: 'SUPERFACTORY',
      searches: ['', 'gamma=CONSERVATORE&online=true', 'tab=users', 'tab=news', 'tab=news&news=new', 'tab=audit'],
    },
  ],
  'factory-user': [{ by: 'SUPERFACTORY', params: pageOfUser }],
  'factory-appliance': [
    { by: 'SUPERFACTORY', params: unit('Frigo doppio') },
    { by: 'SUPERFACTORY', params: () => ({ serialNumber: 'XX' }) },
  ],
  service: [
    {
      by: 'SERVICE',
      searches: ['', 'notices=true&gamma=CONSERVATORE', (world) => `diagnosis=${world.own('Frigo doppio')}`],
    },
  ],
  'recipe-create': [
    {
      by: 'USER',
      params: () => ({ function: '0' }),
      searches: ['', 'step=look', 'step=words', 'family=PL', 'from=26'],
    },
  ],
  'recipe-edit': [{ by: 'USER', params: () => ({ recipeId: '0' }), searches: ['', 'step=words'] }],
  accessibility: [{ by: 'USER' }],
  login: [{ by: 'nobody', searches: ['', 'mode=signup', 'mode=forgot'] }],
  changepassword: [
    {
      by: 'nobody',
      searches: [
        'token=unknown&email=nobody@journey.example',
        async (world) => new URL(await invitationLink(world)).search.slice(1),
      ],
    },
  ],
  error: [{ by: 'USER' }],
  notfound: [{ by: 'USER' }],
  access: [{ by: 'USER' }, { by: 'KITCHEN_MANAGER' }],
};

/** The food-safety plan of a kitchen of the demo company. */
async function planOfKitchen(world: World): Promise<string> {
  const [kitchen] = await callAs(world, world.account('USER'), listLaboratories, {});
  return `plan=${kitchen?.id ?? ''}`;
}

/** The factory's page of the demo company's owner, whose address nobody can make up. */
async function pageOfUser(world: World): Promise<ScreenParams<'factory-user'>> {
  const { email } = world.account('USER');
  const { items } = await callAs(world, world.account('SUPERFACTORY'), filterUsers, {
    body: {
      page: 0,
      nRows: 1,
      filterAttributes: [{ attribute: 'freeSearch', value: email }],
      orderAttr: 'email',
      ascOrDesc: 'asc',
    },
  });
  const user = items.find((one) => one.email === email);
  if (!user) throw new Error('the factory does not know the owner of the demo company');
  return user;
}

/** One look at one screen. */
export type Visit = { screen: BuiltScreen; by: Looker; addressIn: (world: World) => Promise<string> };

/** Every look at a screen of the table; none where its row is missing. */
export function visitsOf(screen: BuiltScreen): Visit[] {
  const known: readonly Example[] | undefined = examples[screen];
  return (known ?? []).flatMap(({ by, params, searches = [''] }) =>
    searches.map((search) => ({
      screen,
      by,
      addressIn: async (world) => {
        const path = filled<string>(screenRows[screen].path, (await params?.(world)) ?? {});
        const query = typeof search === 'string' ? search : await search(world);
        return world.url + path + (query && `?${query}`);
      },
    })),
  );
}

/** Whether an address is that of a screen, whatever its search. */
export const isAt =
  (path: string) =>
  (address: URL | string): boolean =>
    new URL(address).pathname === path;

/** Opens an address, and waits until its screen has what it shows. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

/** The page of one of the demo company's units. */
export const unitPage = (world: World, name: Unit): string =>
  world.url + pathOf('appliance-details', { serialNumber: world.own(name) });

/** The screen has what it shows: nothing loads any more, nor the letters that it is written in. */
export async function settled(page: Page): Promise<void> {
  // The wall display lies over the page, which nobody can reach meanwhile.
  await expect(page.getByRole('main').or(page.getByRole('dialog')).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0);
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** Opens the page anew until a list has it: by itself it asks once in a minute or in five, so that what comes later would be waited for. */
export async function reopenUntil(page: Page, shown: Locator): Promise<void> {
  const opened = async (): Promise<number> => {
    await page.reload();
    await settled(page);
    return shown.count();
  };
  await expect.poll(opened, { timeout: 120_000, message: String(shown) }).toBeGreaterThan(0);
}
