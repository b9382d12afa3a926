import { messageLife_ms } from '@brina/domain/constants';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/**
 * Sees a message appear, and go by itself after its life of three seconds (S2.39, S8.6, S8.7, S8.10). Begun before the press that
 * brings it, whose own way back may take a good part of that life.
 */
export async function expectShortMessage(role: 'status' | 'alert', text: string): Promise<void> {
  const message = page.getByRole(role).filter({ hasText: text });
  await expect.poll(() => message.query()).toBeVisible();
  const since = performance.now();
  await expect.poll(() => message.query(), { timeout: 2 * messageLife_ms }).toBeNull();
  const lived_ms = performance.now() - since;
  expect(lived_ms).toBeGreaterThan(0.5 * messageLife_ms);
  expect(lived_ms).toBeLessThan(1.5 * messageLife_ms);
}
