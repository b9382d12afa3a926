import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '../clock.ts';
import type { Limit, SayLimited } from '../limit-log.ts';
import type { Log } from '../log.ts';
import { endOf, networkOf } from '../network.ts';
import type { Pki } from '../pki/pki.ts';
import type { EdgeCounters } from './counters.ts';
import { type EdgeLimits, KeyedBuckets } from './limits.ts';
import { Newcomers, type NotIn } from './newcomers.ts';

/** Who is at the other end, by the certificate it showed; `certificateSerial` in upper-case hex. */
export type Peer = { serial: string; certificateSerial: string };

export type TlsListener = {
  port: number;
  /** Takes no more connections; resolves when all of them have ended. */
  close(): Promise<void>;
};

/** The server's certificate is issued anew so often: far within its life of two years. */
const RENEWAL_MS = 7 * day_ms;
const FORGETTING_MS = minute_ms;

/** What is said of newcomers that do not get in, unless it is nothing but a failed handshake. */
const limitOf: Partial<Record<NotIn, Limit>> = {
  crowded: 'edge_crowded',
  handshakes: 'edge_handshakes',
  hello_late: 'edge_hello_late',
  handshake_late: 'edge_handshake_late',
};

/** Counts connections that come to nothing, and says which limit was in their way. */
const teller = ({ counters, limited, log }: { counters: EdgeCounters; limited: SayLimited; log: Log }) => ({
  notIn(why: NotIn, network: string): void {
    const limit = limitOf[why];
    counters.refused[why === 'crowded' || why === 'handshakes' ? 'connect_rate' : 'handshake'] += 1;
    if (limit) limited(limit, { network });
    log.debug({ network, why }, 'a connection came to nothing');
  },
  turnedAway(limit: Limit, address = ''): void {
    counters.refused.connect_rate += 1;
    limited(limit, { network: networkOf(address) });
  },
});

/**
 * Listens for units and shakes hands: only who shows a certificate of our authority reaches `onPeer`. Floods are turned away
 * before TLS, because a handshake costs milliseconds of processor and anyone may ask for one.
 */
export async function openTlsListener({
  host,
  port,
  names,
  pki,
  limits,
  counters,
  clock,
  socketClock,
  limited,
  log,
  onPeer,
}: {
  host: string;
  port: number;
  names: readonly string[];
  pki: Pki;
  limits: EdgeLimits;
  counters: EdgeCounters;
  clock: Clock;
  socketClock: Clock;
  limited: SayLimited;
  log: Log;
  onPeer: (socket: TLSSocket, peer: Peer) => void;
}): Promise<TlsListener> {
  const issue = async () => {
    const { certificatePem, keyPem } = await pki.issueServer([...new Set(['localhost', '127.0.0.1', host, ...names])]);
    return { cert: certificatePem, key: keyPem, ca: [...pki.clientAuthoritiesPem], minVersion: 'TLSv1.2' as const };
  };
  const perNetwork = new KeyedBuckets(limits.connectsPerNetwork_per_s, limits.connectsPerNetworkBurst, socketClock);

  const tls = createTlsServer({ ...(await issue()), requestCert: true, rejectUnauthorized: true });
  tls.on('tlsClientError', (fault, socket) => {
    log.debug({ err: fault, address: socket.remoteAddress }, 'a TLS handshake failed');
    socket.destroy();
  });
  tls.on('secureConnection', (socket) => {
    const peer = newcomers.finished(endOf(socket)) && peerOf(socket);
    if (peer) onPeer(socket, peer);
    else socket.destroy();
  });
  const told = teller({ counters, limited, log });
  const newcomers = new Newcomers({
    limits,
    clock: socketClock,
    begin: (socket) => void tls.emit('connection', socket),
    notIn: told.notIn,
  });

  const tcp = createTcpServer((socket) => {
    // The reason is of no use: 'close' follows.
    socket.on('error', () => {});
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && perNetwork.tryTake(networkOf(remoteAddress))) return newcomers.take(socket);
    if (remoteAddress !== undefined) told.turnedAway('edge_connects', remoteAddress);
    socket.destroy();
  });
  tcp.on('drop', (dropped) => told.turnedAway('edge_connections', dropped?.remoteAddress));
  tcp.maxConnections = limits.connections;
  tcp.listen(port, host);
  await once(tcp, 'listening');

  const forgetting = socketClock.every(FORGETTING_MS, () => perNetwork.forget());
  const renewal = clock.every(RENEWAL_MS, () =>
    issue().then(
      (options) => tls.setSecureContext(options),
      (fault) => log.error({ err: fault }, 'the certificate of the edge could not be renewed'),
    ),
  );

  return {
    port: (tcp.address() as AddressInfo).port,
    async close() {
      forgetting[Symbol.dispose]();
      renewal[Symbol.dispose]();
      const closed = new Promise<void>((resolve) => void tcp.close(() => resolve()));
      newcomers.close();
      await closed;
    },
  };
}

function peerOf(socket: TLSSocket): Peer | undefined {
  const { subject, serialNumber } = socket.getPeerCertificate();
  // Ours have one common name; several would arrive as a list.
  return typeof subject?.CN === 'string' ? { serial: subject.CN, certificateSerial: serialNumber } : undefined;
}
