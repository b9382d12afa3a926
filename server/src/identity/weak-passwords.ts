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

/** Our own name, and that of the brand. */
const ownWords = ['brina', 'irinox'];

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
  if (isCommon(plain(password))) return 'password_common';
  const written = [plain(password), spelled(plain(password))];
  return wordsOf(owner).some((word) => written.some((text) => text.includes(word))) ? 'password_personal' : undefined;
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

/** The words by which somebody who knows the owner would begin. */
function wordsOf({ email, names = [], company = '' }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const texts = [local, domain.replace(/\.[^.]*$/, ''), ...names, company];
  const words = texts.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u));
  return [...ownWords, plain(email), ...words].filter((word) => word.length >= word_min && /\p{L}/u.test(word));
}
