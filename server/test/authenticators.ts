import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { addFactor, factorSecrets } from '#identity/factors/factors.ts';
import { newTotpSecret, totpCode, totpStep } from '#identity/factors/totp.ts';
import type { TestPortal } from './portal.ts';

/** An authenticator app of a person, as if it had been set up long ago. */
export async function appOf(
  portal: TestPortal,
  { id: userId }: { id: string },
): Promise<{ id: string; secret: string }> {
  const secret = newTotpSecret();
  const app = { userId, kind: 'totp', name: 'Phone', secret, usedStep: 0, now: portal.clock.now() } as const;
  const { id } = await portal.db.write((db) => addFactor(db, portal.factorKey, app));
  return { id, secret };
}

/** The code that an app shows at this moment. */
export async function codeOf(portal: TestPortal, factorId: string): Promise<string> {
  const { user_id } = await portal.db.read((db) =>
    db.selectFrom('factor').where('id', '=', factorId).select('user_id').executeTakeFirstOrThrow(),
  );
  const factors = await portal.db.read((db) => factorSecrets(db, portal.factorKey, user_id));
  const app = factors.find(({ id }) => id === factorId);
  if (app?.kind !== 'totp') throw new Error(`${factorId} is no app`);
  return totpCode(app.secret, totpStep(portal.clock.now()));
}

/**
 * A passkey in software, with a P-256 key and no attestation, and the browser around it (WebAuthn level 3, 5.1.3, 5.1.4 and 6.1).
 * @param address of the portal; browsers know this machine as localhost
 */
export class SoftPasskey {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #count = 0;

  constructor(address: string) {
    this.#origin = address.replace('127.0.0.1', 'localhost');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** What `navigator.credentials.create` would reply to these options. */
  make(options: Record<string, unknown>): Record<string, unknown> {
    const { rp, challenge } = options as { rp: { id: string }; challenge: string };
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    // COSE_Key: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, cose]);
    const data = Buffer.concat([this.#head(rp.id, 0x41), credential]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      size,
      data,
    ]);
    return this.#reply({
      clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` would reply. */
  use(options: Record<string, unknown>): Record<string, unknown> {
    const { rpId, challenge } = options as { rpId: string; challenge: string };
    this.#count += 1;
    const data = this.#head(rpId, 0x01);
    const client = this.#client('webauthn.get', challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#reply({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#privateKey, 'base64url'),
    });
  }

  #head(rpId: string, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count]);
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #reply(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
