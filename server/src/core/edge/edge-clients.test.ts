import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import mqtt from 'mqtt';
import { until } from '../testing/until.ts';
import { type GivenEdge, givenEdge } from './testing/given-edge.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Clients that were not written for this edge have to get along with it. */
for (const [protocolVersion, mosquittoVersion] of [
  [4, 'mqttv311'],
  [5, 'mqttv5'],
] as const) {
  describe(`foreign clients speaking MQTT ${protocolVersion === 4 ? '3.1.1' : '5'}`, () => {
    it('mqtt.js publishes more than the window holds, is sent to, leaves and comes back', async () => {
      await using given = await givenEdge();
      const { serial, identity } = await given.unit();
      const client = await mqtt.connectAsync(given.edge.url, {
        protocolVersion,
        clientId: serial,
        ca: given.pki.caPem,
        cert: identity.certificatePem,
        key: identity.keyPem,
        keepalive: 5,
        reconnectPeriod: 50,
        will: { topic: `rf/v1/${serial}/up/lwt`, payload: Buffer.alloc(0), qos: 1, retain: false },
      });
      try {
        await client.subscribeAsync(`rf/v1/${serial}/down/#`, { qos: 1 });
        await Promise.all(numbers(100).map((n) => client.publishAsync(`rf/v1/${serial}/up/tel`, `${n}`, { qos: 1 })));
        assert.deepEqual(given.log.payloads(serial), numbers(100).map(String));

        const arrived = new Promise((resolve) => client.on('message', (topic, text) => resolve([topic, `${text}`])));
        const sent = await given.ask(serial, { kind: 'down', topic: 'twin', payload: { ver: 1 } });
        assert.deepEqual(sent, { sent: true });
        assert.deepEqual(await arrived, [`rf/v1/${serial}/down/twin`, '{"ver":1}']);

        const back = new Promise((resolve) => client.once('connect', resolve));
        client.stream.destroy();
        await back;
      } finally {
        await client.endAsync();
      }
      await given.first('it has left', () => given.edge.connections() === 0);
      await given.bus.drained();
      assert.deepEqual(given.log.facts(serial), ['connected', 'disconnected will', 'connected', 'disconnected closed']);
    });

    it('mqtt.js is told when its subscription is refused', async () => {
      await using given = await givenEdge();
      const { serial, identity } = await given.unit();
      const client = await mqtt.connectAsync(given.edge.url, {
        protocolVersion,
        clientId: serial,
        ca: given.pki.caPem,
        cert: identity.certificatePem,
        key: identity.keyPem,
      });
      try {
        await assert.rejects(client.subscribeAsync('rf/v1/other/down/#'));
      } finally {
        await client.endAsync();
      }
    });

    it('mosquitto_pub sends its lines and leaves when they are acknowledged', async () => {
      await using given = await givenEdge();
      await using unit = await unitInFiles(given);
      const publish = [...unit.options(mosquittoVersion), '-q', '1', '-t', `rf/v1/${unit.serial}/up/evt`];
      const { code, errors } = await run('mosquitto_pub', [...publish, '-l'], numbers(40).join('\n'));
      assert.equal(code, 0, errors);
      await given.bus.drained();
      assert.deepEqual(given.log.payloads(unit.serial), numbers(40).map(String));
      await given.first('it has left', () => given.log.facts(unit.serial).length === 2);
      assert.deepEqual(given.log.facts(unit.serial), ['connected', 'disconnected closed']);
    });

    it('mosquitto_sub receives what is sent to its unit', async () => {
      await using given = await givenEdge();
      await using unit = await unitInFiles(given);
      const subscribe = [...unit.options(mosquittoVersion), '-q', '1', '-t', `rf/v1/${unit.serial}/down/#`];
      const listening = run('mosquitto_sub', [...subscribe, '-C', '1', '-W', '60', '-v']);
      const ask = () => given.ask(unit.serial, { kind: 'down', topic: 'cmd', payload: { id: 'c1' } });
      await until('it listens', async () => (await ask())?.sent);
      const { code, output, errors } = await listening;
      assert.equal(code, 0, errors);
      assert.equal(output.trim(), `rf/v1/${unit.serial}/down/cmd {"id":"c1"}`);
    });

    it('mosquitto_pub is refused under another client id', async () => {
      await using given = await givenEdge();
      await using unit = await unitInFiles(given);
      const options = unit.options(mosquittoVersion).map((option) => (option === unit.serial ? 'another' : option));
      const { code } = await run('mosquitto_pub', [
        ...options,
        '-q',
        '1',
        '-t',
        `rf/v1/${unit.serial}/up/evt`,
        '-m',
        'x',
      ]);
      assert.notEqual(code, 0);
      assert.equal(given.edge.counters.refused.client_id, 1);
    });
  });
}

/** A unit whose certificate stands in files, with the options by which the Mosquitto clients find them. */
async function unitInFiles(given: GivenEdge) {
  const { serial, identity } = await given.unit();
  const dir = await mkdtemp(path.join(tmpdir(), 'brina-unit-'));
  const file = (name: string) => path.join(dir, name);
  await writeFile(file('ca.pem'), given.pki.caPem);
  await writeFile(file('unit.pem'), identity.certificatePem);
  await writeFile(file('unit.key'), identity.keyPem);
  const { port } = given.edge;
  return {
    serial,
    options: (version: string) =>
      `-V ${version} -h 127.0.0.1 -p ${port} -i ${serial} --cafile ${file('ca.pem')} --cert ${file('unit.pem')} --key ${file('unit.key')}`.split(
        ' ',
      ),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Runs a Mosquitto client to its end, at most a minute. */
async function run(program: string, options: readonly string[], input = '') {
  const child = spawn(program, options, { timeout: 60_000 });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text) => void (output += text));
  child.stderr.on('data', (text) => void (errors += text));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', (fault) =>
      reject(new Error(`${program} cannot be run: install Debian's package mosquitto-clients`, { cause: fault })),
    );
  });
  return { code, output, errors };
}
