import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { newPki } from '#core/edge/testing/given-edge.ts';
import { stillClock, type TestClock } from '../testing/test-clock.ts';
import { endConnections } from './last-connections.ts';
import { serverOptions } from './router.ts';

const grace_ms = 10_000;

/** A server whose `POST /` answers when it is let to; closing it leaves to `endConnections` what would keep it open. */
async function serverOf(tls: { https?: { cert: string; key: string } } = {}) {
  const clock = stillClock();
  const app: FastifyInstance = Fastify({ ...serverOptions, ...tls });
  endConnections(app, clock, grace_ms);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.post('/', () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, clock, asked: asked.promise, answer: answer.resolve, port: (app.server.address() as AddressInfo).port };
}

const sockets: Socket[] = [];
after(() => sockets.forEach((socket) => socket.destroy()));

async function connected(socket: Socket, event = 'connect'): Promise<{ socket: Socket; over: Promise<unknown> }> {
  sockets.push(socket);
  const over = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  await once(socket.resume(), event);
  return { socket, over };
}

/** Lets turns of the event loop pass, in which what needs no time would happen. */
async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Begins to close; the grace passes when told. */
function closing(app: FastifyInstance, clock: TestClock) {
  let isOver = false;
  const closed = app.close().then(() => {
    isOver = true;
  });
  return { closed, isOver: () => isOver, pass: (by_ms: number) => clock.advance(by_ms) };
}

describe('the last connections of a server that closes', () => {
  it('who never asked anything is sent away at once', async () => {
    const { app, port } = await serverOf();
    const accepted = once(app.server, 'connection');
    const spare = await connected(connect(port, '127.0.0.1'));
    await accepted;
    await app.close();
    await spare.over;
  });

  it('likewise over TLS', async () => {
    const { certificatePem, keyPem } = await (await newPki()).issueServer(['127.0.0.1']);
    const { app, port } = await serverOf({ https: { cert: certificatePem, key: keyPem } });
    const accepted = once(app.server, 'secureConnection');
    const spare = await connected(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }), 'secureConnect');
    await accepted;
    await app.close();
    await spare.over;
  });

  it('who is asking, over TLS as well, has its answer, and keeps nothing open after it', async () => {
    const { certificatePem, keyPem } = await (await newPki()).issueServer(['127.0.0.1']);
    const { app, port, clock, asked, answer } = await serverOf({ https: { cert: certificatePem, key: keyPem } });
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    const reply = once(httpsRequest({ agent, port, method: 'POST' }).end(), 'response');
    await asked;
    const end = closing(app, clock);
    await turns();
    assert.equal(end.isOver(), false);
    answer('done');
    const [response] = (await reply) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    response.resume();
    await end.closed;
    agent.destroy();
  });

  it('who never ends its question is waited for as long as the grace', async () => {
    const { app, port, clock } = await serverOf();
    const begun = once(app.server, 'request');
    const slow = await connected(connect(port, '127.0.0.1'));
    slow.socket.write('POST / HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
    await begun;
    const end = closing(app, clock);
    await turns();
    await end.pass(grace_ms - 1);
    assert.equal(end.isOver(), false);
    await end.pass(1);
    await Promise.all([end.closed, slow.over]);
  });
});
