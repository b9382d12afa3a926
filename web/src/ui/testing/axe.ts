import axe from 'axe-core';

/**
 * What axe finds against WCAG 2.2 A and AA on the page as it stands, one line a finding; an empty list is the goal.
 * Best-practice rules are left out: they are opinions about landmarks.
 */
export async function axeFindings(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
