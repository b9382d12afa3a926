import type { Role } from '@brina/domain/people/roles';
import type { Locator, Page } from '@playwright/test';
import { expect, type World } from './fixtures.ts';

/** One unit of each family, as its owner calls it. */
const families = [
  'Abbattitore banco',
  'Abbattitore pesce',
  'Cella carrelli',
  'Frigo doppio',
  'Vetrina praline',
  'Fermalievita cornetti',
] as const;

const tabs = ['advanced', 'info', 'alarms', 'notifications'] as const;

/**
 * What a person of a role can open today, in parts that are about as long; `{name}` stands for a unit of the company, `{invited}` for
 * whom it has invited.
 */
export const screens: readonly { role: Role; part: string; paths: readonly string[] }[] = [
  {
    role: 'USER',
    part: 'the dashboard and each family',
    paths: [
      '/',
      '/?sort=attention&status=cold&q=frigo',
      '/?q=nothing-is-called-so',
      '/?view=wall',
      '/?view=wall&light=1',
      ...families.map((name) => `/appliance/{${name}}`),
    ],
  },
  {
    role: 'USER',
    part: 'tabs and cycles of an appliance',
    paths: [
      ...tabs.map((tab) => `/appliance/{Abbattitore banco}?tab=${tab}`),
      '/appliance/{Fermalievita cornetti}?tab=advanced',
      '/appliance/{Frigo doppio}?tab=info',
      '/appliance/{Abbattitore banco}/cycles',
      '/appliance/{Abbattitore banco}/mf-cycle',
      '/appliance/{Abbattitore banco}/mf-cycle-def',
      '/appliance/{Abbattitore pesce}/ef-cycle-def',
      '/appliance/{Cella carrelli}/sf-cycle-def',
      '/appliance/{Frigo doppio}/mf-cycle-def',
      '/haccp/{Abbattitore banco}',
    ],
  },
  {
    role: 'USER',
    part: 'account, people and notices',
    paths: [
      '/account',
      '/account/userinfo',
      '/account/company',
      '/account/laboratories',
      '/account/preferences',
      '/admin',
      '/admin?tab=appliances',
      '/admin/user/{invited}',
      '/accessibility',
      '/access',
      '/notfound',
      '/error',
    ],
  },
  {
    role: 'KITCHEN_MANAGER',
    part: 'what differs from USER',
    paths: ['/', '/appliance/{Abbattitore banco}', '/account', '/access'],
  },
  {
    role: 'SERVICE',
    part: 'list, diagnosis and appliance',
    paths: [
      '/service',
      '/service?notices=true&gamma=CONSERVATORE',
      '/service?diagnosis={Frigo doppio}',
      '/appliance/{Frigo doppio}',
      '/appliance/{Frigo doppio}?tab=info',
    ],
  },
  {
    role: 'SUPERFACTORY',
    part: 'appliances, users, news and audit',
    paths: [
      '/factory',
      '/factory?gamma=CONSERVATORE&online=true',
      '/factory/appliance/{Frigo doppio}',
      '/factory/appliance/XX',
      '/factory?tab=users',
      '/factory?tab=news',
      '/factory?tab=news&news=new',
      '/factory?tab=audit',
      '{user}',
      '/account',
    ],
  },
];
/** Where a path leads in this world. */
const addressOf = (world: World, path: string): string =>
  world.url +
  path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    name === 'invited'
      ? encodeURIComponent(world.account('KITCHEN_MANAGER').email)
      : world.own(name as (typeof families)[number]),
  );

/** Opens a screen by its path of the table, and waits until it has what it shows. */
export const open = async (page: Page, world: World, path: string): Promise<void> => {
  if (path === '{user}') {
    await page.goto(`${world.url}/factory?tab=users&freeSearch=${encodeURIComponent(world.account('USER').email)}`);
    await page
      .getByRole('link', { name: world.account('USER').email })
      .first()
      .click();
    await expect(page).toHaveURL(/\/factory\/user\//);
  } else await page.goto(addressOf(world, path));
  await settled(page);
};

/** The screen has what it shows: nothing loads any more, nor the letters that it is written in. */
export async function settled(page: Page): Promise<void> {
  // The wall display lies over the page, which nobody can reach meanwhile.
  await expect(page.getByRole('main').or(page.getByRole('dialog')).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
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
