/**
 * The one spelling of a JSON value (JCS, RFC 8785): members by the UTF-16 units of their names, numbers as ECMAScript writes them, no
 * space. What JSON cannot say is left out or refused, as `JSON.stringify` does; half a surrogate pair becomes U+FFFD, since UTF-8 has none.
 * @throws TypeError for a number that is not finite, and for two members of one name
 */
export function jcs(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed());
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value}.`);
  if (Array.isArray(value)) return `[${value.map((item) => jcs(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${membersOf(value).join(',')}}`;
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}.`);
  return text;
}

function membersOf(value: object): string[] {
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const name = key.toWellFormed();
    if (members.has(name)) throw new TypeError(`Two members are called ${JSON.stringify(name)}.`);
    members.set(name, member);
  }
  return [...members.keys()].sort().map((name) => `${JSON.stringify(name)}:${jcs(members.get(name))}`);
}
