import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Bus, EdgeReply, EdgeRequest, FanTopics } from './bus.ts';
import { comeLate, MemoryLog, type Mischief } from './memory-log.ts';
import { overTheWire } from './wire.ts';

type Served = (request: EdgeRequest) => Promise<EdgeReply>;
type Subscriber = (json: string) => void;

/**
 * The bus within one process. It keeps the manners of a distributed one: whatever passes through is serialised and parsed
 * again, nothing is delivered within the call that sent it.
 *
 * @param options.deliverTwice Share of log messages that are delivered once more, later (tests: 0.05).
 * @param options.late_turns Most turns of the event loop that a delivery comes late; the order of the log (per key) and of the fan stay.
 * @param options.clock By which batches gather and rejected ones pause; the machine's, unless a test moves it.
 * @param options.random Source of both, 0 to 1, for a seed.
 */
export function memoryBus({
  log,
  deliverTwice = 0,
  late_turns = 0,
  random = Math.random,
  clock,
}: Partial<Mischief> & { clock?: Clock; log?: Pick<Logger, 'warn' | 'error'> } = {}): Bus {
  const upLog = new MemoryLog({ deliverTwice, late_turns, random }, log, clock);
  const subscribers = new Map<keyof FanTopics, Set<Subscriber>>();
  const served = new Map<string, Served>();
  const deliveries: (() => void)[] = [];
  /** Who waits until nothing is on its way any more. */
  const waiting: (() => void)[] = [];

  /** Runs `delivery` in a later turn; deliveries keep their order, however late each comes. */
  const later = (delivery: () => void) => {
    deliveries.push(delivery);
    const next = () => {
      deliveries.shift()?.();
      if (deliveries.length === 0) for (const goOn of waiting.splice(0)) goOn();
    };
    if (late_turns > 0) void comeLate({ late_turns, random }).then(() => setImmediate(next));
    else setImmediate(next);
  };

  const answer = async (handler: Served, asked: EdgeRequest): Promise<EdgeReply | undefined> => {
    try {
      return overTheWire(await handler(overTheWire(asked)));
    } catch (fault) {
      log?.error({ err: fault, request: asked.kind }, 'an edge failed to answer');
      return undefined;
    }
  };
  const request = (handler: Served, asked: EdgeRequest): Promise<EdgeReply | undefined> =>
    new Promise((resolve) => later(() => resolve(answer(handler, asked))));

  return {
    append: (key, message) => upLog.append(key, message),
    consume: (handle, rules) => upLog.consume(handle, rules),
    oldest_ms: () => upLog.oldest_ms(),
    async drained() {
      do {
        await upLog.drained();
        while (deliveries.length > 0) await new Promise<void>((goOn) => void waiting.push(goOn));
        // What has arrived may have put something into the log, such as that a connection was ended.
      } while (!upLog.isEmpty);
    },

    publish(topic, message) {
      const json = JSON.stringify(message);
      later(() => {
        for (const deliver of subscribers.get(topic) ?? []) deliver(json);
      });
    },
    subscribe(topic, handler) {
      const deliver: Subscriber = (json) => {
        try {
          handler(JSON.parse(json));
        } catch (fault) {
          log?.error({ err: fault, topic }, 'a subscriber of the fan failed');
        }
      };
      const all = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, all.add(deliver));
      return { [Symbol.dispose]: () => void all.delete(deliver) };
    },

    serve(key, handler) {
      const earlier = served.get(key);
      served.set(key, handler);
      if (earlier) void request(earlier, { kind: 'disconnect', reason: 'taken_over' });
      return { [Symbol.dispose]: () => void (served.get(key) === handler && served.delete(key)) };
    },
    async ask(key, asked, deadline_ms) {
      const handler = served.get(key);
      if (!handler) return undefined;
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      using _deadline = systemClock.after(deadline_ms, () => resolve(undefined));
      return await Promise.race([request(handler, asked), late]);
    },

    async [Symbol.asyncDispose]() {
      await upLog.close();
      subscribers.clear();
      served.clear();
      deliveries.length = 0;
      for (const goOn of waiting.splice(0)) goOn();
    },
  };
}
