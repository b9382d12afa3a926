import { readFile } from 'node:fs/promises';
import { destinationOf, socketPath } from '@brina/contract/live-address';
import { startNode, type Talk } from './children.ts';
import { alternately, type PartResult, ratioRow } from './figures.ts';
import { connectUnits } from './mqtt-unit.ts';
import { signIn, startPortal, templateOf } from './portal.ts';
import { startRabbitmq } from './rabbitmq.ts';
import { appliances } from './scale.ts';
import type { SessionsOrder, SessionsTold } from './stomp-sessions.ts';
import { bodyOf, StompSocket } from './stomp-socket.ts';

const sessions = 2000;
/** Frames that every session gets in a round; the next round begins when all have arrived everywhere. */
const framesPerRound = 10;
const measured_ms = 4000;

/** Frames a second to 2,000 open sessions, from what appliances send, against a broker's topic with the same sessions. */
export async function live(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders);
  await using broker = await startRabbitmq(folders);
  const { token, oid } = await signIn(portal, template.user);
  const ca = await readFile(template.fleet.rootFile, 'utf8');
  const { key } = template.fleet;
  const units = await connectUnits(
    template.fleet.units.slice(0, framesPerRound).map((unit) => ({ ...unit, port: portal.mqttPort, ca, key })),
  );
  const own = {
    port: Number(new URL(portal.url).port),
    path: socketPath,
    connect: { Authorization: `Bearer ${token}` },
    destination: destinationOf(oid),
  };
  const foreign = { port: broker.port, path: broker.path, connect: broker.login, destination: '/topic/bench' };

  const body = await bodyOfFrame(own, () => units[0]?.publish(1));
  await using ours = startSessions(own);
  await using peer = startSessions(foreign);
  await ours.next();
  await peer.next();
  const publisher = await StompSocket.open(foreign.port, foreign.path, foreign.connect);
  const sendOurs = (): void => units.forEach((unit) => unit.publish(1));
  const sendPeer = (): void => {
    for (let i = 0; i < framesPerRound; i++)
      publisher.send('SEND', { destination: foreign.destination, 'content-type': 'application/json' }, body);
  };
  const oursInRounds = roundsOf(ours, sendOurs);
  const peerInRounds = roundsOf(peer, sendPeer);
  await oursInRounds(500);
  await peerInRounds(500);
  const pairs = await alternately(
    () => oursInRounds(measured_ms),
    () => peerInRounds(measured_ms),
  );
  for (const unit of units) unit.close();
  publisher.close();
  return {
    rows: [
      ratioRow(
        `live: frames to ${sessions.toLocaleString('en')} sessions, against RabbitMQ web-STOMP`,
        'frames/s',
        pairs,
        6,
      ),
    ],
    notes: [
      `In rounds of ${framesPerRound}: a frame for every session from each of ${framesPerRound} messages, the next round when all have arrived; ${measured_ms / 1000} s a figure. Ours begins at an appliance's PUBLISH, so it contains TLS, the commit and the check of who may see the unit; the peer's begins at one publisher's SEND of the same body (${body.length} bytes) to one topic. Both have all sessions open all the time. The one process of the sessions shares the cores.`,
      'What limits ours: one thread takes the messages and writes to every session, once a turn; a frame is encoded once for all sessions of a user. Here all are one user’s. The peer uses both cores.',
    ],
  };
}

function startSessions(order: Omit<SessionsOrder, 'sessions'>): Talk<SessionsTold> {
  const child = startNode<SessionsTold>(['bench/src/stomp-sessions.ts']);
  child.tell({ ...order, sessions } satisfies SessionsOrder);
  return child;
}

/** Runs rounds for a while and gives the frames a second. */
function roundsOf(child: Talk<SessionsTold>, send: () => void): (for_ms: number) => Promise<number> {
  let frames = 0;
  return async (for_ms) => {
    const before = frames;
    const started = performance.now();
    while (performance.now() - started < for_ms) {
      frames += framesPerRound * sessions;
      child.tell({ await: frames });
      send();
      await child.next();
    }
    return ((frames - before) / (performance.now() - started)) * 1000;
  };
}

/** What a session reads when a unit sends one sample. */
async function bodyOfFrame(own: Omit<SessionsOrder, 'sessions'>, send: () => void): Promise<string> {
  const session = await StompSocket.open(own.port, own.path, own.connect);
  const got = Promise.withResolvers<string>();
  session.message = (frame) => {
    const body = bodyOf(frame);
    if (body.includes('"reported":{')) got.resolve(body);
  };
  await session.ask('SUBSCRIBE', { id: '0', destination: own.destination, receipt: 'r' });
  send();
  const body = await got.promise;
  session.close();
  return body;
}
