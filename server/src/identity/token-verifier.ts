import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '#core/clock.ts';
import type { VerifiedToken } from '#core/http/router.ts';
import { type SigningKeys, signingAlgorithm } from './signing-keys.ts';

type TokenVerifierParts = {
  clock: Clock;
  issuer: string;
  resource: string;
  genericClientId: string;
};

/** Verifies an access token against a set of keys. */
export type TokenVerifier = (token: string) => Promise<VerifiedToken | 'unknownKey' | undefined>;

/**
 * Checks signature, algorithm, type, issuer, audience and expiry of access tokens. `unknownKey`: signed by none of these
 * keys, perhaps by one that another process has just made.
 */
export function tokenVerifier(
  keys: SigningKeys,
  { clock, issuer, resource, genericClientId }: TokenVerifierParts,
): TokenVerifier {
  const publicKeys = createLocalJWKSet({ keys: keys.map(({ jwk: { d: _private, ...jwk } }) => jwk) });
  const expected = {
    issuer,
    audience: resource,
    algorithms: [signingAlgorithm],
    typ: 'at+jwt',
    requiredClaims: ['exp'],
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, publicKeys, { ...expected, currentDate: new Date(clock.now()) });
      return provenBy(payload, genericClientId);
    } catch (fault) {
      if (fault instanceof errors.JWKSNoMatchingKey) return 'unknownKey';
      if (fault instanceof errors.JOSEError) return undefined;
      throw fault;
    }
  };
}

/** A user's token proves `oid` and `sid`; the generic client's proves that it is that client, and no user. */
function provenBy({ oid, sid, client_id }: JWTPayload, genericClientId: string): VerifiedToken | undefined {
  if (typeof oid === 'string' && typeof sid === 'string') return { oid, sid };
  return client_id === genericClientId ? { generic: true } : undefined;
}
