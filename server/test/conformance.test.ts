import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { createServer } from 'node:tls';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import type { AckMessage, DownTopic } from '@brina/contract/devices';
import { CallFailed } from '@brina/contract/wire/client';
import mqtt, { type Packet } from 'mqtt-packet';
import type { UpMessage } from '#core/bus/bus.ts';
import { memoryBus } from '#core/bus/memory-bus.ts';
import { systemClock } from '#core/clock.ts';
import { givenEdge, newPki } from '#core/edge/testing/given-edge.ts';
import type { IssuedAppliance, Pki } from '#core/pki/pki.ts';
import { until } from '#core/testing/until.ts';
import { revokeCertificates } from '#features/kitchen/appliances/certificates.ts';
import { freePort } from './faults/processes.ts';
import { given } from './given.ts';
import { ownPortal } from './portal.ts';

/** What the program of docs/DEVICE-PROTOCOL.md, "Check yours", prints with `--json`. */
type Report = {
  passed: number;
  failed: number;
  skipped: number;
  checks: { id: string; result: string; seen: string }[];
};

const program = resolve(import.meta.dirname, '../../tools/conformance.ts');
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Runs the program as a firmware team does, with files and an address. */
async function conformance(
  edge: { port: number; caPem: string },
  identity: IssuedAppliance,
  { revoked, args = [] }: { revoked?: IssuedAppliance; args?: readonly string[] } = {},
): Promise<{ code: number | null; report: Report }> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-conformance-'));
  folders.push(folder);
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const options: Record<string, string> = {
    url: `mqtts://127.0.0.1:${edge.port}`,
    ca: await file('ca.pem', edge.caPem),
    cert: await file('certificate.pem', identity.certificatePem),
    key: await file('key.pem', identity.keyPem),
    ...(revoked && {
      'revoked-cert': await file('revoked.pem', revoked.certificatePem),
      'revoked-key': await file('revoked-key.pem', revoked.keyPem),
    }),
  };
  const own = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [program, '--json', ...own, ...args]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  assert.equal(errors, '');
  return { code, report: JSON.parse(output) as Report };
}

const idsOf = ({ checks }: Report, result: string): string[] =>
  checks.filter((one) => one.result === result).map(({ id }) => id);
const seenOf = ({ checks }: Report, result: string): string =>
  checks
    .filter((one) => one.result === result)
    .map(({ id, seen }) => `${id}: ${seen}`)
    .join('\n');

describe('the conformance test of the device protocol', { concurrency: true }, async () => {
  const portal = await ownPortal({ runs: true });
  const { unit, user, claimedUnit } = given(portal);
  const ours = { port: portal.edge.port, caPem: portal.pki.caPem };

  it('passes whole against our edge; without a command its checks are skipped with the reason', async () => {
    const revoked = await unit();
    await portal.db.write((db) => revokeCertificates(db, revoked.serialNumber, portal.clock.now()));
    const { identity } = await unit();
    const { code, report } = await conformance(ours, identity, { revoked: revoked.identity });
    assert.equal(seenOf(report, 'fail'), '');
    assert.deepEqual(idsOf(report, 'skip'), ['command.repeated', 'command.answered']);
    assert.ok(report.passed > 40 && code === 0);
  });

  it('sees a command repeated until its result, and not after it', async () => {
    const owner = await user();
    const { identity, serialNumber } = await claimedUnit(owner);
    const running = conformance(ours, identity, { args: ['--only', 'command', '--command', '60'] });
    await until(
      'the appliance is online and commanded',
      () =>
        owner
          .call(sendCommand, { params: { id: serialNumber }, body: { name: 'setLight', args: { on: true } } })
          .catch((error: unknown) => {
            if (error instanceof CallFailed && error.error.code === 'appliance_offline') return undefined;
            throw error;
          }),
      30_000,
    );
    const { report } = await running;
    assert.deepEqual(idsOf(report, 'pass'), ['command.repeated', 'command.answered'], seenOf(report, 'fail'));
  });
});

/** What an edge answers to a batch of messages of one unit. */
type Answers = (messages: readonly (Extract<UpMessage, { kind: 'message' }> & { serial: string })[]) => Down[];
type Down = { topic: DownTopic; payload: unknown };

const identityOf = (payload: Uint8Array): { log: string; seq: number } | undefined => {
  try {
    const { log, seq } = JSON.parse(Buffer.from(payload).toString()) as { log: string; seq: number };
    return { log, seq };
  } catch {
    return undefined;
  }
};

const got = (log: string, ranges: AckMessage['got']): Down => ({
  topic: 'ack',
  payload: { log, got: ranges, bad: [] },
});
const desired = (ver: number, state: Record<string, unknown>): Down => ({
  topic: 'twin',
  payload: { ver, desired: state },
});

/** What nobody notices who does not look into messages, nor asks whether a certificate was revoked. */
const blind: readonly string[] = [
  'connect.revoked',
  'ack.durable',
  'ack.conflict',
  'bad.shape',
  'bad.order',
  'bad.live-samples',
  'bad.hist-samples',
  'bad.size',
  'bad.depth',
  'bad.text',
  'bad.moment',
  'bad.source',
  'bad.tray',
  'bad.topic',
  'bad.alone',
];

/** Edges whose ingestion is wrong, and the checks that find it: these and no other. */
const broken: { name: string; answers: Answers; fails: readonly string[] }[] = [
  {
    name: 'acknowledges everything and reads nothing',
    answers: (messages) =>
      messages.flatMap(({ topic, payload }) => {
        const head = identityOf(payload);
        return head
          ? [got(head.log, [[head.seq, head.seq]]), ...(topic === 'twin' ? [desired(1, { heartbeat_s: 60 })] : [])]
          : [];
      }),
    fails: blind,
  },
  {
    name: 'lists more than was sent, and half of the desired state the second time',
    answers: (() => {
      let tellings = 0;
      return (messages) =>
        messages.flatMap(({ topic, payload }) => {
          const head = identityOf(payload);
          if (!head) return [];
          const state: Record<string, unknown> = tellings++ % 2 === 0 ? { heartbeat_s: 60, unit: 'C' } : { unit: 'C' };
          return [got(head.log, [[0, head.seq]]), ...(topic === 'twin' ? [desired(1, state)] : [])];
        });
    })(),
    fails: [...blind, 'ack.ranges', 'twin.desired'],
  },
];

describe('the conformance test against edges that are broken on purpose', { concurrency: true }, () => {
  for (const { name, answers, fails } of broken)
    it(`finds an edge that ${name}`, async () => {
      await using bus = memoryBus();
      bus.consume(async (batch) => {
        for (const message of batch) {
          if (message.kind !== 'message') continue;
          for (const { topic, payload } of answers([message]))
            void bus.ask(message.serial, { kind: 'down', topic, payload }, 1000);
        }
      });
      await using edge = await givenEdge({ bus, socketClock: systemClock });
      const { identity } = await edge.unit();
      const revoked = (await edge.unit()).identity;
      const { code, report } = await conformance({ port: edge.edge.port, caPem: edge.pki.caPem }, identity, {
        revoked,
      });
      assert.equal(code, 1);
      assert.deepEqual(idsOf(report, 'fail').sort(), [...fails].sort(), seenOf(report, 'fail'));
    });

  it('passes nothing where no edge is', async () => {
    const pki = await newPki();
    const nobody = { port: await freePort(), caPem: pki.caPem };
    const { code, report } = await conformance(nobody, await pki.issueAppliance('MF-NOBODY-1'), {
      args: ['--wait', '1'],
    });
    assert.equal(code, 1);
    assert.deepEqual(idsOf(report, 'pass'), []);
  });

  it('finds a broker that lets everybody in, grants everything and acknowledges at once', async () => {
    const pki = await newPki();
    await using broker = await openBroker(pki);
    const { report } = await conformance(
      { port: broker.port, caPem: pki.caPem },
      await pki.issueAppliance('MF-BROKER-1'),
      {
        args: ['tls', 'connect', 'subscribe', 'publish'].flatMap((word) => ['--only', word]).concat('--wait', '3'),
      },
    );
    assert.deepEqual(idsOf(report, 'pass'), ['tls.version', 'connect.mqtt-3.1.1', 'connect.mqtt-5', 'subscribe.own']);
    assert.deepEqual(idsOf(report, 'skip'), ['connect.revoked']);
  });
});

/** A broker of the friendly kind: what it must refuse, it accepts; what it must read, it only acknowledges. */
async function openBroker(pki: Pki): Promise<AsyncDisposable & { port: number }> {
  const { certificatePem, keyPem } = await pki.issueServer(['127.0.0.1']);
  const server = createServer({ cert: certificatePem, key: keyPem }, (socket) => {
    let protocolVersion = 4;
    const parser = mqtt.parser();
    const send = (packet: Packet): void => void socket.write(mqtt.generate(packet, { protocolVersion }));
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        protocolVersion = packet.protocolVersion ?? 4;
        send({ cmd: 'connack', sessionPresent: !packet.clean, returnCode: 0, reasonCode: 0 });
      } else if (packet.cmd === 'subscribe')
        send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(({ qos }) => qos) });
      else if (packet.cmd === 'publish' && packet.qos > 0)
        send({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
      else if (packet.cmd === 'pingreq') send({ cmd: 'pingresp' });
    });
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
