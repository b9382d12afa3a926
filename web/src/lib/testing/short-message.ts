import { messageLife_ms } from '@brina/domain/constants';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { holdTimers } from '../../ui/testing/held-timers.ts';

/** Sees something appear that is given a life, and go when that is over. Begun before the press that brings it. */
export async function expectToLive(shown: () => Element | null, life_ms: number): Promise<void> {
  using lives = holdTimers(life_ms);
  await expect.poll(shown).toBeVisible();
  await expect.poll(() => lives.count).toBe(1);
  expect(shown()).toBeVisible();
  lives.end();
  await expect.poll(shown).toBeNull();
}

/** Sees a message appear, and go by itself after its life of three seconds (S2.39, S8.6, S8.7, S8.10). */
export function expectShortMessage(role: 'status' | 'alert', text: string): Promise<void> {
  const message = page.getByRole(role).filter({ hasText: text });
  return expectToLive(() => message.query(), messageLife_ms);
}
