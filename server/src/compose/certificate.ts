import { readFile } from 'node:fs/promises';
import type { Server as PlainServer } from 'node:http';
import type { Server } from 'node:https';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { requirePair } from '../config.ts';
import type { Ground } from './ground.ts';

/** What TLS is spoken with, in PEM. */
type Pair = { cert: string; key: string };

/** The certificate by which people reach the portal: undefined over plain HTTP. */
export type Certificate = {
  first: Pair;
  /** Keeps a server's certificate in force: open connections go on with the one before. */
  keepFresh(server: PlainServer | Server): Disposable;
};

/** One of our own is issued anew so often: far within its life of two years. */
const renewal_ms = 7 * day_ms;
/** Who renews files, such as certbot, need not tell us. */
const looked_ms = minute_ms;

export async function certificateOf({
  config,
  pki,
  clock,
  log,
}: Pick<Ground, 'config' | 'pki' | 'clock' | 'log'>): Promise<Certificate | undefined> {
  const { tls, host, publicUrl } = config;
  if (tls === null) return undefined;
  const names = new Set(['localhost', '127.0.0.1', host, ...(publicUrl ? [new URL(publicUrl).hostname] : [])]);
  const issue = async (): Promise<Pair> => {
    const { certificatePem, keyPem } = await pki.issueServer([...names]);
    return { cert: certificatePem, key: keyPem };
  };
  const read = async ({ cert, key }: Pair): Promise<Pair> => ({
    cert: await readFile(cert, 'utf8'),
    key: await readFile(key, 'utf8'),
  });
  let inUse = await (tls === 'own' ? issue() : read(tls));

  /** The pair that is to be used from now on; undefined: the one in use. */
  const next = async (): Promise<Pair | undefined> => {
    if (tls === 'own') return issue();
    const found = await read(tls);
    if (found.cert === inUse.cert && found.key === inUse.key) return undefined;
    // One file may have been written and the other not yet: then it is looked at again.
    requirePair(tls.cert, tls.key);
    return found;
  };
  return {
    first: inUse,
    keepFresh: (server) =>
      clock.every(tls === 'own' ? renewal_ms : looked_ms, async () => {
        try {
          const pair = await next();
          if (!pair || !('setSecureContext' in server)) return;
          server.setSecureContext(pair);
          inUse = pair;
          log.info({ event: 'tls.renewed' }, 'the certificate of the portal is a newer one from now on');
        } catch (error) {
          log.warn({ event: 'tls.not_renewed', err: error }, 'the certificate of the portal could not be renewed');
        }
      }),
  };
}
