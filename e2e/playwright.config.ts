import { randomInt } from 'node:crypto';
import { defineConfig } from '@playwright/test';

// One seed for the fleets of a run: the workers inherit it.
process.env.BRINA_TEST_SEED ??= String(randomInt(1, 2 ** 31));

/** Debian's Chromium; its background requests off, for there is no network and no need of one. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // One portal with its fleet a worker. A journey needs none that ran before it, so that whoever is free takes the next.
  workers: 2,
  fullyParallel: true,
  // Generous to a slow machine: what a journey waits for says by itself how long it may take.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    serviceWorkers: 'block',
    // Recording costs a fifth of the time: `--trace on` by hand.
    trace: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: { executablePath: '/usr/bin/chromium', args },
  },
});
