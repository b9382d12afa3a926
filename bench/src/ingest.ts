import { startNode } from './children.ts';
import { alternately, limitRow, type PartResult, ratioRow, toldRow } from './figures.ts';
import type { LoadCount, LoadOrder } from './ingest-load.ts';
import { startMosquitto } from './mosquitto.ts';
import { atRest, startPortal, templateOf } from './portal.ts';
import { appliances } from './scale.ts';

const samplesPerMessage = 6;
/**
 * One pair tells the ratio to about a fifth, since the machine differs by as much from one moment to the next, and the goal lies a tenth
 * below 1: the median of so many is sure to less than that.
 */
const pairs = 21;
const shape = { inFlight: 4, samples: samplesPerMessage, warmUp_ms: 1500, count_ms: 3000 };

/**
 * Messages that a fleet gets acknowledged after commit, against the same portal without the alarm rules and against a broker that stores
 * nothing, with the same clients.
 */
export async function ingest(folders: AsyncDisposableStack, nodeOptions: readonly string[] = []): Promise<PartResult> {
  const template = await templateOf(appliances, folders);
  await using portal = await startPortal(template, folders, { nodeOptions });
  await using withoutRules = await startPortal(template, folders, { program: 'bench/src/portal-without-rules.ts' });
  await using mosquitto = await startMosquitto(template.fleet, folders);
  const units = template.fleet.units.slice(0, 100);
  const load = async (port: number): Promise<LoadCount> => {
    await using client = startNode<LoadCount>(['bench/src/ingest-load.ts']);
    client.tell({ port, fleet: { ...template.fleet, units }, ...shape } satisfies LoadOrder);
    return await client.next();
  };
  const ours_ms: number[] = [];
  const ours = async (): Promise<number> => {
    const count = await load(portal.mqttPort);
    ours_ms.push(count.p99_ms);
    await atRest(portal);
    return count.messages_per_s;
  };
  const rulesOff = async (): Promise<number> => {
    const count = await load(withoutRules.mqttPort);
    await atRest(withoutRules);
    return count.messages_per_s;
  };
  const rounds = await alternately(ours, rulesOff, pairs);
  const bare = await alternately(ours, async () => (await load(mosquitto.port)).messages_per_s);
  return {
    rows: [
      ratioRow(
        'ingest: samples committed with every round, against the same portal with the alarm rules off',
        'samples/s',
        rounds.map(({ ours, peer }) => ({ ours: ours * samplesPerMessage, peer: peer * samplesPerMessage })),
        0.9,
      ),
      limitRow(
        'ingest: samples',
        'samples/s',
        rounds.map(({ ours }) => ours * samplesPerMessage),
        { atLeast: 20_000 },
      ),
      ratioRow('ingest: messages acknowledged after commit, against Mosquitto as a bare broker', 'msg/s', bare),
      toldRow('ingest: p99 of PUBLISH to PUBACK with every unit at its limit', 'ms', ours_ms),
    ],
    notes: [
      `${units.length} units in one client process, mutual TLS, QoS 1, ${samplesPerMessage} samples of 12 metrics a message, ${shape.inFlight} in flight a unit, ${shape.count_ms / 1000} s counted after ${shape.warmUp_ms / 1000} s; embedded database with real fsync. Clients, portals and broker share the cores, and what is left to do after one load is done before the next. Mosquitto acknowledges what it has read and stores nothing.`,
      'Why the ratio to the broker is what it is: a message is six rows in a database that is on the disk before the acknowledgement. The rows a second of the part `insert`, divided by six, bound the messages that any program could acknowledge with this database, hand-written and without clients beside it.',
      'What remains, by a profile at this limit, stands in docs/decisions/019-a-batch-is-prepared-while-another-is-stored.md.',
    ],
  };
}
