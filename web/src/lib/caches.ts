/** What keeps replies of the portal in memory, and is emptied when a session ends. It comes with the first page behind the sign-in. */
const kept: (() => void)[] = [];

/** Names something that keeps replies, by what empties it. */
export const emptiedAtTheEnd = (empty: () => void): void => void kept.push(empty);

/** Empties all that keeps replies: nothing of a session stays behind. */
export function emptyCaches(): void {
  for (const empty of kept) empty();
}
