import { expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useTyped } from './use-typed.ts';

/** The hook over a place that is written to, and tells of it when the test says so. */
async function typing(kept: string) {
  const keep = vi.fn<(text: string) => void>();
  const { result, rerender, act } = await renderHook((now?: { kept: string }) => useTyped(now?.kept ?? kept, keep));
  return {
    keep,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    arrives: (now: string) => rerender({ kept: now }),
  };
}

it('S2.22 a text that is typed is kept once the typing pauses', async () => {
  const { keep, text, type } = await typing('');
  for (const typed of ['f', 'fi', 'fish']) await type(typed);
  expect(text()).toBe('fish');
  expect(keep).not.toHaveBeenCalled();
  await expect.poll(() => keep.mock.calls).toEqual([['fish']]);
});

it('S2.22 a letter that is typed while the former ones are being kept is not lost', async () => {
  const { keep, text, type, arrives } = await typing('');
  await type('fi');
  await expect.poll(() => keep.mock.calls).toEqual([['fi']]);
  await type('fis');
  await arrives('fi');
  expect(text()).toBe('fis');
});

it('S2.22 a text that changes by another way stands there', async () => {
  const { keep, text, type, arrives } = await typing('fish');
  await arrives('');
  expect(text()).toBe('');
  await type('ham');
  await expect.poll(() => keep.mock.calls).toEqual([['ham']]);
  await arrives('ham');
  await arrives('');
  expect(text()).toBe('');
  await arrives('ham');
  expect(text()).toBe('ham');
});
