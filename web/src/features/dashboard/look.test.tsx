import { it } from 'vitest';
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import { renderApp } from '../../app/testing/render-app.tsx';
import { useLiveState } from '../../lib/live.ts';
import { portalWithFleet } from './testing/example-fleet.ts';

const shots: [string, string, number, number, number, boolean, 'en' | 'de' | 'ja'][] = [
  ['d14', '/', 14, 1440, 900, false, 'de'],
  ['d14dark', '/', 14, 390, 844, true, 'ja'],
  ['d1', '/', 1, 1440, 900, true, 'en'],
  [
    'd200',
    '/?closed=0198c0de-0000-7000-8000-000000000010&closed=0198c0de-0000-7000-8000-000000000011&sort=attention',
    200,
    1440,
    900,
    false,
    'de',
  ],
  ['d200m', '/?q=pan', 200, 390, 844, false, 'de'],
  ['w14', '/?view=wall', 14, 1920, 1080, false, 'de'],
  ['w200', '/?view=wall', 200, 1920, 1080, false, 'ja'],
  ['w6', '/?view=wall&light=1', 6, 1280, 800, false, 'de'],
  ['w3', '/?view=wall', 3, 1280, 800, false, 'en'],
  ['w14m', '/?view=wall', 14, 390, 844, false, 'de'],
];
it.each(shots)('%s', async (name, path, count, width, height, dark, locale) => {
  await page.viewport(width, height);
  await renderApp(path, { portal: portalWithFleet(count), dark, locale });
  await expect.element(page.getByRole('article').first()).toBeVisible();
  useLiveState.setState('live', true);
  await new Promise((done) => setTimeout(done, 500));
  document.body.style.cssText = `height:${height}px;overflow:hidden`;
  document.documentElement.style.cssText = `height:${height}px;overflow:hidden`;
  await page.screenshot({ path: `/work/main/web/dashlook/${name}.png` });
});
