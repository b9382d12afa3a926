/** The modes of the login page as they stand in its address (S2.9): `/login?mode=signup`. */
const modes = ['signin', 'signup', 'confirm', 'forgot'] as const;
export type LoginMode = (typeof modes)[number];

/** The mode that an address asks for; sign-in when it names none, or one that needs what only an earlier step knows. */
export function modeOf(asked: unknown, known: { email: string; password: string } | null): LoginMode {
  const mode = modes.find((one) => one === asked) ?? 'signin';
  return mode === 'confirm' && known === null ? 'signin' : mode;
}
