import axe from 'axe-core';

/**
 * What axe finds against WCAG 2.2 A and AA on the page when nothing moves on it any more, one line a finding; an empty list
 * is the goal. Half faded text has less contrast than anybody will read it with. Best-practice rules are left out: they are
 * opinions about landmarks.
 */
export async function axeFindings(): Promise<string[]> {
  await stillness();
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Resolves when the page's transitions have ended; what spins for ever does not count. */
async function stillness(): Promise<void> {
  for (;;) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}
