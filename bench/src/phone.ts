/** A browser as people have it in their hand: a middling telephone, as mobile audits assume them. */
import { pathOf } from '@brina/contract/screens';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import type { Template } from './portal.ts';

/** Its processor is as many times slower than ours. */
export const cpuSlowdown = 4;
/** Slow 4G. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** Its screen. */
export const screen = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** A page that goes on asking is settled after this. */
const busy_ms = 8000;
/** What is painted later than this after the last request is not waited for. */
const quiet_ms = 1000;

/** A browser; whoever starts it closes it. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** A page of the app, as a user who is signed in has it before them. */
export async function signedIn(context: BrowserContext, url: string, user: Template['user']): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url + pathOf('login'));
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== pathOf('login'));
  await settled(page);
  return page;
}

/** Makes the processor as slow as that of a telephone. */
export const slowProcessor = (session: CDPSession): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });

/** Makes the line slow, too. */
export async function slow(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await slowProcessor(session);
}

/** Waits until a page has nothing left to ask or to paint. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: busy_ms }).catch(() => {});
  await page.waitForTimeout(quiet_ms);
}
