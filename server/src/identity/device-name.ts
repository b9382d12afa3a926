/** What a User-Agent may say of its browser and system, the more special before those that it also claims to be. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const nameIn = (userAgent: string, known: readonly (readonly [string, RegExp])[]): string | undefined =>
  known.find(([, pattern]) => pattern.test(userAgent))?.[0];

/**
 * How a device is called in the list of one's sessions: `Firefox, Windows`. Empty when it does not say; a guess by its
 * User-Agent header, for its owner's eyes only.
 */
export const deviceName = (userAgent: string): string =>
  [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter(Boolean).join(', ');
