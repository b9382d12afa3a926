import { afterEach, expect, it, vi } from 'vitest';
import { loadMessages, setLocale, shownLocale } from './catalogues.ts';

afterEach(() => vi.restoreAllMocks());

it('S4.4 of several switches of the language the last one counts, whichever has its texts first', async () => {
  let bring = (): void => {};
  const late = new Promise<void>((resolve) => {
    bring = resolve;
  });
  vi.spyOn(window, 'fetch').mockImplementation(async (address: string | URL | Request) => {
    if (new Request(address).url.endsWith('.de.json')) await late;
    return Response.json({});
  });
  const messages = { namespace: 'switches', version: '1' };
  await loadMessages('en', messages);
  const first = setLocale('de');
  await setLocale('it');
  bring();
  await first;
  expect([shownLocale(), document.documentElement.lang]).toEqual(['it', 'it']);
});
