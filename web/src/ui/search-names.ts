/** The choices whose names have what was typed in them, accents and case aside; names that begin with it come first. */
export function byName<T extends { label: string }>(choices: readonly T[], typed: string): T[] {
  const wanted = folded(typed);
  if (wanted === '') return [...choices];
  const found = choices.filter(({ label }) => folded(label).includes(wanted));
  const begins = ({ label }: T): boolean => folded(label).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').trim();
