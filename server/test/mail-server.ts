import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived at the mail server: who it was for by the envelope, and its source. */
export type Received = { to: string[]; source: string };

/** A real mail server on loopback that keeps what it gets. */
export type TestMailServer = AsyncDisposable & {
  url: string;
  received: Received[];
  /** What it answers to the next recipients, one each; afterwards it takes them. */
  refusals: { code: number; text: string }[];
  /** Has it answer to recipients only after this. */
  holdUntil(answer: Promise<void>): void;
  /** Resolves when it was asked about a recipient since then. */
  held(): Promise<void>;
  /** How many recipients it was asked about. */
  asked: number;
};

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<TestMailServer> {
  let hold = Promise.resolve();
  let held = Promise.withResolvers<void>();
  const kept = { received: [] as Received[], refusals: [] as TestMailServer['refusals'], asked: 0 };
  const server = new SMTPServer({
    // Its own certificate would be nobody's.
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => {
      kept.asked += 1;
      held.resolve();
      const refusal = kept.refusals.shift();
      const answer = refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;
      // oxlint-disable-next-line promise/no-callback-in-promise -- the mail server's interface is callbacks
      void hold.then(() => callback(answer));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        kept.received.push({ to, source: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(kept, {
    holdUntil: (answer: Promise<void>) => {
      hold = answer;
      held = Promise.withResolvers();
    },
    held: () => held.promise,
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
