/** What the browser's own interface for passkeys is given, and what it replies, as JSON. */
type WebAuthn = Record<string, unknown>;

/** Whether this page may use passkeys that are bound to a name: browsers ask for that name, or one below it, and for TLS or this machine. */
export const canUsePasskeys = (boundTo: string | null | undefined): boolean =>
  typeof boundTo === 'string' &&
  typeof PublicKeyCredential === 'function' &&
  window.isSecureContext &&
  (location.hostname === boundTo || location.hostname.endsWith(`.${boundTo}`));

/** The name under which this page could use passkeys, where it was opened by another one of the portal's (a number, say); else null. */
export const passkeysElsewhere = (boundTo: string | null | undefined): string | null =>
  typeof boundTo === 'string' && typeof PublicKeyCredential === 'function' && !canUsePasskeys(boundTo) ? boundTo : null;

/** Lets the browser make a passkey. @throws when its person would rather not, or has one on this device already */
export async function makePasskey(options: WebAuthn): Promise<WebAuthn> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON: options as never })) };
}

/** Lets the browser prove itself by a passkey. @throws when its person would rather not, or has none here */
export async function provePasskey(options: WebAuthn): Promise<WebAuthn> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options as never })) };
}
