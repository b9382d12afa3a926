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

/** Tokens that need not be verified again; of more, those that came last. */
const remembered_max = 5_000;

/**
 * Checks signature, algorithm, type, issuer, audience and expiry of access tokens. `unknownKey`: signed by none of these
 * keys, perhaps by one that another process has just made. What a token proves is remembered until it expires, as long as this set of keys is the
 * one in use: it is the same each time, and says nothing of whether the session still lives.
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
  const remembered = new Map<string, { proven: VerifiedToken | undefined; until: number }>();

  function remember(token: string, { exp = 0 }: JWTPayload, proven: VerifiedToken | undefined): void {
    remembered.set(token, { proven, until: exp * 1000 });
    const [oldest] = remembered.keys();
    if (remembered.size > remembered_max && oldest !== undefined) remembered.delete(oldest);
  }

  return async (token) => {
    const known = remembered.get(token);
    if (known && clock.now() < known.until) return known.proven;
    remembered.delete(token);
    try {
      const { payload } = await jwtVerify(token, publicKeys, { ...expected, currentDate: new Date(clock.now()) });
      const proven = provenBy(payload, genericClientId);
      remember(token, payload, proven);
      return proven;
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
