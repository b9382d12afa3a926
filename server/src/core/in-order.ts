/**
 * Steps, rounds or tables in the order that they say; where they say none, in the order of the list.
 * @throws Error when two have one name, when one waits for a name that nobody has, or when they wait for each other
 */
export function inOrder<Of extends { name: string; after?: readonly string[] }>(list: readonly Of[]): Of[] {
  const byName = new Map(list.map((one) => [one.name, one]));
  if (byName.size < list.length) throw new Error(`named twice: ${repeated(list.map(({ name }) => name)).join(', ')}`);
  const ordered = new Set<Of>();
  const place = (one: Of, waiting: readonly string[]): void => {
    if (ordered.has(one)) return;
    const path = [...waiting, one.name];
    if (waiting.includes(one.name)) throw new Error(`each waits for the next: ${path.join(', ')}`);
    for (const name of one.after ?? []) {
      const earlier = byName.get(name);
      if (!earlier) throw new Error(`${one.name} comes after ${name}, which is not there`);
      place(earlier, path);
    }
    ordered.add(one);
  };
  for (const one of list) place(one, []);
  return [...ordered];
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) < index)),
];
