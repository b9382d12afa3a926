/** Where live updates come from: STOMP over websocket (S7.31, S7.46). */
export const socketPath = '/secured/room';
/** The one destination a user may subscribe: the oid of the token, nothing else. */
export const destinationOf = (oid: string): string => `/secured/user/topic/${oid}/`;

/** What the portal says to a connection that has nothing to do with its token: who hears it comes again, later. */
export const crowded = {
  /** Another connection of the same sign-in, a newer one, has its place: a page that nobody looks at needs none. */
  gaveWay: 'a newer connection of this sign-in took the place',
  user: 'this user has too many live connections',
} as const;
