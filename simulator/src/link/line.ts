import { topicUp } from '@brina/contract/devices';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';

/** Certificate and private key of a unit, and the authority that signed the edge's, as PEM. */
export type Credentials = { readonly ca: string; readonly certificate: string; readonly key: string };

export type LineOptions = {
  /** `mqtts://host:port`, or `mqtt://` without certificates in a test. */
  readonly url: string;
  readonly credentials?: Credentials;
  /** Common name of the certificate, client id and part of every topic. */
  readonly serial: string;
  /** Tells when to try again. */
  readonly clock: Clock;
  readonly random: Random;
  /** First and longest pause before a connection is tried again. */
  readonly reconnect_ms?: readonly [first: number, longest: number];
};

/** What happens on a line. */
export type LineEvents = {
  /** It is connected and hears what comes down. */
  up(): void;
  received(topic: string, text: string): void;
  /** What was connected, or tried to, is so no more. */
  down(): void;
};

const pause_ms = [second_ms, minute_ms] as const;
const keepalive_s = 30;
const farewell_ms = 1000;
/** DISCONNECT of MQTT 3.1.1. */
const disconnect = Buffer.from([0xe0, 0x00]);

/** The connection to the edge: one MQTT client for each attempt, and a longer pause after each that failed. */
export class Line {
  readonly #options: LineOptions;
  readonly #events: LineEvents;
  #client: MqttClient | null = null;
  #wanted = false;
  #failures = 0;
  #redial: Disposable | undefined;

  constructor(options: LineOptions, events: LineEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** Begins to connect, and goes on until it is cut or closed. */
  open(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#failures = 0;
    this.#dial();
  }

  /** Sends a message; `taken`: the bus has it. */
  publish(topic: string, text: string, taken?: () => void): void {
    this.#client?.publish(topic, text, { qos: 1 }, (error) => {
      if (!error) taken?.();
    });
  }

  /** Ends the connection without a farewell, as a pulled cable does, and stays away until it is opened again. */
  cut(): void {
    const dialled = this.#hangUp();
    dialled?.stream?.destroy();
    dialled?.end(true);
  }

  /** Says goodbye, so that no will is published. */
  async close(): Promise<void> {
    const dialled = this.#hangUp();
    if (!dialled) return;
    const { stream } = dialled;
    if (!stream.destroyed) {
      const closed = new Promise((resolve) => stream.once('close', resolve));
      using _patience = this.#options.clock.after(farewell_ms, () => stream.destroy());
      // The client's own goodbye would wait for all the edge still holds.
      if (dialled.connected) stream.end(disconnect);
      else stream.destroy();
      await closed;
    }
    dialled.end(true);
  }

  #dial(): void {
    const { url, serial } = this.#options;
    // One client for each connection: nothing of an old one may be sent again behind the outbox's back.
    const dialled = connect(url, this.#clientOptions());
    this.#client = dialled;
    // What went wrong shows as a closed connection; there is nobody at a unit to read more.
    dialled.on('error', () => {});
    dialled.on('connect', () =>
      dialled.subscribe(`rf/v1/${serial}/down/#`, { qos: 1 }, (error) => this.#subscribed(dialled, error)),
    );
    dialled.on('message', (topic, payload) => {
      if (dialled === this.#client) this.#events.received(topic, payload.toString());
    });
    dialled.on('close', () => this.#lost(dialled));
  }

  #clientOptions(): IClientOptions {
    const { serial, credentials } = this.#options;
    return {
      clientId: serial,
      clean: true,
      protocolVersion: 4,
      keepalive: keepalive_s,
      reconnectPeriod: 0,
      queueQoSZero: false,
      will: { topic: topicUp(serial, 'lwt'), payload: Buffer.from('{}'), qos: 1, retain: false },
      ...(credentials
        ? { ca: credentials.ca, cert: credentials.certificate, key: credentials.key, rejectUnauthorized: true }
        : {}),
    };
  }

  #subscribed(dialled: MqttClient, error: Error | null): void {
    if (dialled !== this.#client) return;
    if (error) {
      dialled.end(true);
      return;
    }
    this.#failures = 0;
    this.#events.up();
  }

  #lost(dialled: MqttClient): void {
    if (dialled !== this.#client) return;
    this.#client = null;
    this.#events.down();
    dialled.removeAllListeners('close');
    dialled.end(true);
    if (!this.#wanted) return;
    const { clock, random, reconnect_ms: [first_ms, longest_ms] = pause_ms } = this.#options;
    const wait_ms = Math.min(longest_ms, first_ms * 2 ** this.#failures++) * random.between(0.5, 1.5);
    this.#redial?.[Symbol.dispose]();
    this.#redial = clock.after(wait_ms, () => this.#dial());
  }

  /** Wants no connection any more; gives the client that is left. */
  #hangUp(): MqttClient | null {
    this.#wanted = false;
    this.#redial?.[Symbol.dispose]();
    const dialled = this.#client;
    this.#client = null;
    this.#events.down();
    return dialled;
  }
}
