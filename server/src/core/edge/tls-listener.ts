import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Pki } from '../pki/pki.ts';
import type { EdgeCounters } from './counters.ts';
import { type EdgeLimits, KeyedBuckets } from './limits.ts';

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
  log: Log;
  onPeer: (socket: TLSSocket, peer: Peer) => void;
}): Promise<TlsListener> {
  const issue = async () => {
    const { certificatePem, keyPem } = await pki.issueServer([...new Set(['localhost', '127.0.0.1', host, ...names])]);
    return { cert: certificatePem, key: keyPem, ca: [...pki.clientAuthoritiesPem], minVersion: 'TLSv1.2' as const };
  };
  const perAddress = new KeyedBuckets(limits.connectsPerAddress_per_s, limits.connectsPerAddressBurst, socketClock);
  /** Connections without a finished handshake, by the address both sockets report. */
  const handshaking = new Map<string, Socket>();

  const tls = createTlsServer({
    ...(await issue()),
    requestCert: true,
    rejectUnauthorized: true,
    handshakeTimeout: limits.handshake_ms,
  });
  tls.on('tlsClientError', (fault, socket) => {
    counters.refused.handshake += 1;
    log.debug({ err: fault, address: socket.remoteAddress }, 'a TLS handshake failed');
    // Node reports a handshake that took too long, and leaves the socket open.
    socket.destroy();
  });
  tls.on('secureConnection', (socket) => {
    handshaking.delete(addressOf(socket));
    const peer = peerOf(socket);
    if (peer) onPeer(socket, peer);
    else socket.destroy();
  });

  const tcp = createTcpServer((socket) => {
    if (handshaking.size >= limits.handshakes || !perAddress.tryTake(socket.remoteAddress ?? '')) {
      counters.refused.connect_rate += 1;
      socket.destroy();
      return;
    }
    const address = addressOf(socket);
    handshaking.set(address, socket);
    socket.on('close', () => handshaking.delete(address));
    tls.emit('connection', socket);
  });
  tcp.maxConnections = limits.connections;
  tcp.listen(port, host);
  await once(tcp, 'listening');

  const forgetting = socketClock.every(FORGETTING_MS, () => perAddress.forget());
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
      for (const socket of handshaking.values()) socket.destroy();
      await closed;
    },
  };
}

const addressOf = (socket: Socket): string => `${socket.remoteAddress}:${socket.remotePort}`;

function peerOf(socket: TLSSocket): Peer | undefined {
  const { subject, serialNumber } = socket.getPeerCertificate();
  // Ours have one common name; several would arrive as a list.
  return typeof subject?.CN === 'string' ? { serial: subject.CN, certificateSerial: serialNumber } : undefined;
}
