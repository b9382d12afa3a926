import { cp, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { destinationOf, socketPath } from '@brina/contract/live-address';
import { minute_ms } from '@brina/domain/language/durations';
import { startNode, type Talk } from './children.ts';
import { addColleagues } from './colleagues.ts';
import { alternately, type PartResult, ratioRow } from './figures.ts';
import { connectUnits, type MqttUnit } from './mqtt-unit.ts';
import { signIn, startPortalOn, templateOf, temporaryFolder } from './portal.ts';
import { startRabbitmq } from './rabbitmq.ts';
import { appliances } from './scale.ts';
import type { SessionsOrder, SessionsTold, Subscriber } from './stomp-sessions.ts';
import { bodyOf, StompSocket } from './stomp-socket.ts';

const sessions = 2000;
/** Whose they are, as many of each: a user has only so many places. */
const users = 100;
/** Frames that every session gets in a round; the next round begins when all have arrived everywhere. */
const framesPerRound = 10;
const measured_ms = 4000;
/** A round takes a fraction of a second. */
const round_ms = minute_ms;

/** Frames a second to 2,000 open sessions, from what appliances send, against a broker's topic with the same sessions. */
export async function live(folders: AsyncDisposableStack): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  const dataDir = await temporaryFolder('live', folders);
  await cp(template.dataDir, dataDir, { recursive: true });
  const people = await addColleagues(dataDir, template.user, users);
  await using portal = await startPortalOn(dataDir);
  await using broker = await startRabbitmq(folders);
  const subscribers: Subscriber[] = [];
  for (const person of people) {
    const { token, oid } = await signIn(portal, person);
    subscribers.push({ connect: { Authorization: `Bearer ${token}` }, destination: destinationOf(oid) });
  }
  const own = { port: Number(new URL(portal.url).port), path: socketPath, subscribers };
  const topic = { connect: broker.login, destination: '/topic/bench' };
  const foreign = { port: broker.port, path: broker.path, subscribers: [topic] };

  const ca = await readFile(template.fleet.rootFile, 'utf8');
  const { key } = template.fleet;
  const connect = (first: number, last: number) =>
    connectUnits(template.fleet.units.slice(first, last).map((unit) => ({ ...unit, port: portal.mqttPort, ca, key })));
  const body = await bodyOfFrame(own, connect(0, 1));
  await using ours = startSessions(own);
  await using peer = startSessions(foreign);
  await ours.next();
  await peer.next();
  // Once the sessions are open: a unit that is silent for so long is taken for gone.
  const units = await connect(1, 1 + framesPerRound);
  const publisher = await StompSocket.open(foreign.port, foreign.path, topic.connect);
  const sendOurs = (): void => units.forEach((unit) => unit.publish(1));
  const sendPeer = (): void => {
    for (let i = 0; i < framesPerRound; i++)
      publisher.send('SEND', { destination: topic.destination, 'content-type': 'application/json' }, body);
  };
  const oursInRounds = roundsOf('ours', ours, sendOurs);
  const peerInRounds = roundsOf('the peer’s', peer, sendPeer);
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
      `What limits ours: one thread takes the messages and writes to every session, once a turn; a frame is encoded once for all who may know the same of it. The sessions are those of ${users} users of one company. The peer uses both cores.`,
    ],
  };
}

function startSessions(order: Omit<SessionsOrder, 'sessions'>): Talk<SessionsTold> {
  const child = startNode<SessionsTold>(['bench/src/stomp-sessions.ts']);
  child.tell({ ...order, sessions } satisfies SessionsOrder);
  return child;
}

/** Runs rounds for a while and gives the frames a second. */
function roundsOf(whose: string, child: Talk<SessionsTold>, send: () => void): (for_ms: number) => Promise<number> {
  let frames = 0;
  return async (for_ms) => {
    const before = frames;
    const started = performance.now();
    while (performance.now() - started < for_ms) {
      frames += framesPerRound * sessions;
      child.tell({ await: frames });
      send();
      // One that was lost would be awaited for ever.
      await Promise.race([
        child.next(),
        wait(round_ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`frames were lost, ${whose}`))),
      ]);
    }
    return ((frames - before) / (performance.now() - started)) * 1000;
  };
}

/** What a session reads when a unit sends one sample. */
async function bodyOfFrame(own: Omit<SessionsOrder, 'sessions'>, connecting: Promise<MqttUnit[]>): Promise<string> {
  const units = await connecting;
  const [first] = own.subscribers;
  if (!first) throw new Error('nobody looks');
  const session = await StompSocket.open(own.port, own.path, first.connect);
  const got = Promise.withResolvers<string>();
  session.message = (frame) => {
    const body = bodyOf(frame);
    if (body.includes('"reported":{')) got.resolve(body);
  };
  await session.ask('SUBSCRIBE', { id: '0', destination: first.destination, receipt: 'r' });
  for (const unit of units) unit.publish(1);
  const body = await got.promise;
  for (const unit of units) unit.close();
  session.close();
  return body;
}
