/** Where live updates come from: STOMP over websocket (S7.31, S7.46). */
export const socketPath = '/secured/room';
/** The one destination a user may subscribe: the oid of the token, nothing else. */
export const destinationOf = (oid: string): string => `/secured/user/topic/${oid}/`;
