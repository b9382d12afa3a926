/** What keeps replies of the portal in memory. It comes with the first page behind the sign-in. */
const kept: { end: () => void; anew: () => void }[] = [];

/**
 * Names something that keeps replies, by what empties it.
 * @param anew what empties it while the session goes on for another company: it may ask again for what stands on the screen
 */
export const keepsReplies = (end: () => void, anew = end): void => void kept.push({ end, anew });

/** Empties all that keeps replies: nothing of a session stays behind. */
export function emptyCaches(): void {
  for (const { end } of kept) end();
}

/** Empties all that keeps replies before anything of another company is shown: nothing of the first one stays behind (S6.2). */
export function beginCachesAnew(): void {
  for (const { anew } of kept) anew();
}
