/** SHA-256 of our own, for browsers. */
export function sha256(message: Uint8Array): Uint8Array;
/** Ed25519 of our own, for browsers that have none. */
export function isSignedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
