import { isIP } from 'node:net';
import { challengeLife_ms } from '@brina/domain/people/factors';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** EdDSA, ES256 and RS256 (COSE): what authenticators sign with. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** For whom passkeys are made: the portal, by the name that browsers know it by. */
export type RelyingParty = { id: string; origin: string };

/**
 * The portal as passkeys know it, from its own address and never from a request; `null` where it is reached by a number, to which
 * browsers bind no passkey. This machine is `localhost`.
 */
export function relyingPartyOf(address: string): RelyingParty | null {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '::1' || host.startsWith('127.')) url.hostname = 'localhost';
  else if (isIP(host)) return null;
  return { id: url.hostname, origin: url.origin };
}

/** A passkey as it is kept. */
export type Passkey = {
  /** Both base64url. */
  credentialId: string;
  publicKey: string;
  signCount: number;
  /** How its device is reached, for the browser. */
  transports: readonly string[];
};

const known = (passkeys: readonly Pick<Passkey, 'credentialId' | 'transports'>[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));

/** What a browser makes a passkey by; its `challenge` goes back into {@link madePasskey}. */
export const passkeyToMake = async (
  party: RelyingParty,
  { userId, email, name, before }: { userId: string; email: string; name: string; before: readonly Passkey[] },
) => ({
  ...(await generateRegistrationOptions({
    rpName: 'Brina',
    rpID: party.id,
    userID: Buffer.from(userId),
    userName: email,
    userDisplayName: name || email,
    timeout: challengeLife_ms,
    supportedAlgorithmIDs,
    excludeCredentials: known(before),
    // The password was proved: that somebody is there is enough, as with a key that has no means to know who.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })),
});

/** The passkey that a browser has made; `undefined` where its reply does not prove that. */
export async function madePasskey(
  party: RelyingParty,
  { challenge, response }: { challenge: string; response: unknown },
): Promise<Passkey | undefined> {
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: transports.filter((one) => typeof one === 'string'),
  };
}

/** What a browser asks one of these passkeys by; its `challenge` goes back into {@link usedPasskey}. */
export const passkeyToUse = async (party: RelyingParty, passkeys: readonly Passkey[]) => ({
  ...(await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known(passkeys),
    timeout: challengeLife_ms,
    userVerification: 'preferred',
  })),
});

/** The passkey that has signed the challenge, with its new count; `undefined` where none of these has. */
export async function usedPasskey(
  party: RelyingParty,
  { challenge, response, passkeys }: { challenge: string; response: unknown; passkeys: readonly Passkey[] },
): Promise<Pick<Passkey, 'credentialId' | 'signCount'> | undefined> {
  const { id } = (response ?? {}) as { id?: unknown };
  const passkey = passkeys.find(({ credentialId }) => credentialId === id);
  if (!passkey) return undefined;
  const { credentialId, publicKey, signCount } = passkey;
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: signCount },
  }).catch(() => undefined);
  return verified?.verified ? { credentialId, signCount: verified.authenticationInfo.newCounter } : undefined;
}
