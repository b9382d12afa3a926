import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { destinationOf } from '@brina/contract/live-address';
import { WebSocket } from 'ws';
import { TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';

/** Debian's Python, which sees the modules of Debian's packages. */
const python = '/usr/bin/python3';

/** Connects with stomp.py, subscribes, prints what it hears as lines, and leaves when its input ends. */
const program = `
import json, stomp, sys, threading
port, version, token, destination = sys.argv[1:5]
left = threading.Event()
class Listener(stomp.ConnectionListener):
    def on_error(self, frame): print(json.dumps(['error', frame.headers.get('message')]), flush=True)
    def on_message(self, frame): print(json.dumps(['message', frame.headers, frame.body]), flush=True)
    def on_receipt(self, frame):
        print(json.dumps(['receipt', frame.headers.get('receipt-id')]), flush=True)
        if frame.headers.get('receipt-id') == 'bye': left.set()
    def on_disconnected(self): print(json.dumps(['disconnected']), flush=True)
Connection = stomp.Connection12 if version == '1.2' else stomp.Connection11
connection = Connection([('127.0.0.1', int(port))], heartbeats=(10000, 10000), reconnect_attempts_max=1)
connection.set_listener('', Listener())
connection.connect(wait=True, headers={'Authorization': 'Bearer ' + token})
connection.subscribe(destination, id='live', headers={'receipt': 'subscribed'})
sys.stdin.readline()
connection.disconnect(receipt='bye')
# It returns before the listener hears of the receipt, which would be lost with this process.
left.wait(30)
`;

/** Carries a TCP client's STOMP over the portal's websocket, frame by frame. */
async function openBridge(socketUrl: string, protocol: string): Promise<Disposable & { port: number }> {
  const server = createServer((tcp) => {
    const ws = new WebSocket(socketUrl, [protocol]);
    const opened = once(ws, 'open');
    let read = Buffer.alloc(0);
    const forward = async (bytes: Buffer): Promise<void> => {
      read = Buffer.concat([read, bytes]);
      await opened;
      for (let end = read.indexOf(0); end >= 0; end = read.indexOf(0)) {
        ws.send(read.subarray(0, end + 1).toString());
        read = read.subarray(end + 1);
      }
    };
    tcp.on('data', (bytes) => void forward(bytes));
    ws.on('message', (data) => tcp.write(data as Buffer));
    ws.on('close', () => tcp.end());
    tcp.on('close', () => ws.close());
    tcp.on('error', () => ws.close());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() };
}

describe('a STOMP client that we did not write', async () => {
  assert.ok(existsSync('/usr/lib/python3/dist-packages/stomp'), 'Debian package python3-stomp is needed');
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  for (const version of ['1.2', '1.1'])
    it(`S7.31 stomp.py hears its appliances with STOMP ${version}`, async () => {
      const owner = await user();
      const unit = await claimedUnit(owner);
      using device = new TestDevice(portal, unit);
      await device.connect();
      using bridge = await openBridge(portal.publicConfig.socketUrl, version === '1.2' ? 'v12.stomp' : 'v11.stomp');
      const child: ChildProcess = spawn(python, [
        '-c',
        program,
        String(bridge.port),
        version,
        owner.accessToken,
        destinationOf(owner.id),
      ]);
      const ended = once(child, 'exit');
      try {
        child.stderr?.pipe(process.stderr);
        assert.ok(child.stdout);
        const said: unknown[][] = [];
        for await (const line of createInterface({ input: child.stdout })) {
          const heard = JSON.parse(line) as unknown[];
          said.push(heard);
          if (heard[0] === 'receipt' && heard[1] === 'subscribed') await device.sendSamples([{ TCell: 3.5 }]);
          if (heard[0] === 'message' && String(heard[2]).includes('3.5')) child.stdin?.end('\n');
        }
        const [first] = said;
        assert.deepEqual(first?.[0], 'message');
        assert.deepEqual(JSON.parse(String(first?.[2])), { action: 'access' });
        const reported = said.find(([what, , body]) => what === 'message' && String(body).includes('3.5'));
        assert.equal((reported?.[1] as Record<string, string> | undefined)?.['destination'], destinationOf(owner.id));
        assert.deepEqual((JSON.parse(String(reported?.[2])) as { reported: unknown }).reported, { TCell: 3.5 });
        // It says goodbye, and is answered.
        assert.ok(said.some(([what, receipt]) => what === 'receipt' && receipt === 'bye'));
        assert.deepEqual(await ended, [0, null]);
      } finally {
        child.kill('SIGKILL');
      }
    });
});
