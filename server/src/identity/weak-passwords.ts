import { families } from '@brina/domain/appliance/families/families';
import keyboards from '@zxcvbn-ts/language-common/src/adjacencyGraphs.json' with { type: 'json' };
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/** What is wrong with a password that follows the rule of S5.5 and is guessed early all the same; codes of the error catalogue. */
export type PasswordWeakness = 'password_common' | 'password_personal';

/** Whose password it is to be: what of it stands in no password. */
export type PasswordOwner = { email: string; names?: readonly string[]; company?: string };

/** The commonest passwords, the commonest first in the list, all in small letters; some are written without a digit or a sign. */
const common: ReadonlySet<string> = new Set(passwords.slice(0, 10_000));

/** What is written around a common word to follow a rule, as in `Welcome2024!`: more of it makes a password of its own. */
const decoration_max = 6;
/** Shorter words are in many passwords by chance. */
const word_min = 4;

/** As many keys, each beside the one before, are a walk over the keyboard; shorter ones are in many words. */
const walk_min = 4;
/** So much of a password in walks, and little else, makes it one: `1qaz@WSX3edc`. */
const walked_min = 8;

/** Our own name, that of the brand, and those of the appliances. */
const ownWords = [
  'brina',
  'irinox',
  ...Object.values(families).map(({ name }) => name.replace(/ .*/, '').toLowerCase()),
];

/** Signs that stand for letters, as in `p@ssw0rd`. */
const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};
const spelled = (text: string): string => Array.from(text, (one) => signs[one] ?? one).join('');

/** Small letters without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Why a password would be among the first that are guessed (NIST SP 800-63B, 3.1.1.2); `undefined` when it would not. */
export function passwordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | undefined {
  const text = plain(password);
  if (isCommon(text) || layouts.some((layout) => isWalk(text, layout))) return 'password_common';
  const written = [text, spelled(text)].flatMap((one) => [one, backwards(one)]);
  return wordsOf(owner).some((word) => written.some((one) => one.includes(word))) ? 'password_personal' : undefined;
}

/** Whether it is a common password, with digits and signs around it, or one sign for each of its letters, or two in all. */
function isCommon(text: string): boolean {
  const before = /^\P{L}*/u.exec(text)?.[0].length ?? 0;
  const after = /\P{L}*$/u.exec(text)?.[0].length ?? 0;
  for (let from = 0; from <= Math.min(before, decoration_max); from += 1)
    for (let cut = 0; cut <= after && from + cut <= decoration_max; cut += 1) {
      const core = text.slice(from, text.length - cut);
      if (common.has(core) || common.has(spelled(core)) || /^(.{1,3})\1+$/u.test(core)) return true;
    }
  return false;
}

const backwards = (text: string): string => Array.from(text).reverse().join('');

/** A keyboard: of a sign the keys beside its own, each as the signs that it writes without and with the shift key. */
type Layout = Readonly<Record<string, readonly (string | null)[]>>;
const layouts: readonly Layout[] = [keyboards.qwerty, keyboards.qwertz, keyboards.azerty];

/** Whether fingers that walk over a keyboard wrote most of a text, in small letters. They touch no key of a walk twice: words do. */
function isWalk(text: string, layout: Layout): boolean {
  const isBeside = (from: string | undefined, to: string): boolean =>
    from !== undefined && Object.hasOwn(layout, from) && layout[from]?.some((key) => key?.includes(to)) === true;
  const walks: string[][] = [];
  for (const sign of text) {
    const walk = walks.at(-1);
    if (walk && isBeside(walk.at(-1), sign) && !walk.includes(sign)) walk.push(sign);
    else walks.push([sign]);
  }
  const walked = walks.filter(({ length }) => length >= walk_min).flat().length;
  return walked >= walked_min && walks.flat().length - walked <= decoration_max;
}

/** The words by which somebody who knows the owner would begin. */
function wordsOf({ email, names = [], company = '' }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const texts = [local, domain.replace(/\.[^.]*$/, ''), ...names, company];
  const words = texts.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u));
  return [...ownWords, plain(email), ...words].filter((word) => word.length >= word_min && /\p{L}/u.test(word));
}
