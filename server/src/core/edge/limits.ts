import { limits as protocol } from '@brina/contract/devices';
import type { Clock } from '../clock.ts';

/** What one unit, one network and all together may ask of an edge. */
export type EdgeLimits = {
  /** Longest packet behind its fixed header: a message of 64 kB with its topic and properties. */
  packet_bytes: number;
  /** The same before the unit is admitted. */
  connect_bytes: number;
  /** Publishes of one connection that are not yet held durably; the next one stops the reading. */
  window: number;
  /** Packets of one connection; over it reading pauses. A unit that drains its backlog sends some tens a second. */
  packets_per_s: number;
  packetsBurst: number;
  /** Connections of one serial number: a unit that flaps faster is refused. */
  connectsPerSerial_per_s: number;
  connectsPerSerialBurst: number;
  /** Connections from one network: a whole chain's kitchens may come from one, after an outage all at once. */
  connectsPerNetwork_per_s: number;
  connectsPerNetworkBurst: number;
  /** Connections that have not begun their TLS handshake, since they said nothing yet or wait for their turn. */
  newcomers: number;
  newcomersPerNetwork: number;
  /** TLS handshakes in progress: each costs milliseconds of processor, asked for by anyone. */
  handshakes: number;
  handshakesPerNetwork: number;
  connections: number;
  /** From the connection to a whole ClientHello, which comes with the first packet. */
  hello_ms: number;
  /** From the ClientHello to its turn to shake hands. */
  turn_ms: number;
  handshake_ms: number;
  /** Connections of one serial number that are not admitted yet. */
  greetingsPerSerial: number;
  /** From the handshake to a whole CONNECT. */
  connect_ms: number;
  /** How long the answer to "may it connect?" may take. */
  decide_ms: number;
  /** Written to a unit and not yet taken by it; over it the unit is dropped. */
  writeBacklog_bytes: number;
  /** QoS 1 messages to a unit that it has not acknowledged. */
  downInFlight: number;
  /** At shutdown: how long outstanding appends are waited for. */
  drain_ms: number;
};

const defaultLimits: EdgeLimits = {
  packet_bytes: protocol.message_bytes + 1_024,
  connect_bytes: 4_096,
  window: protocol.window,
  packets_per_s: 200,
  packetsBurst: 1_000,
  connectsPerSerial_per_s: 1,
  connectsPerSerialBurst: 30,
  connectsPerNetwork_per_s: 100,
  connectsPerNetworkBurst: 2_000,
  newcomers: 2_000,
  newcomersPerNetwork: 500,
  handshakes: 1_000,
  handshakesPerNetwork: 50,
  connections: 20_000,
  hello_ms: 3_000,
  turn_ms: 10_000,
  handshake_ms: 10_000,
  greetingsPerSerial: 10,
  connect_ms: 10_000,
  decide_ms: 5_000,
  writeBacklog_bytes: 512 * 1_024,
  downInFlight: 64,
  drain_ms: 5_000,
};

/** The limits of an edge, by default or as given. Where there are few connections, who is not known yet has half of them at most. */
export function edgeLimits(given: Partial<EdgeLimits> = {}): EdgeLimits {
  const limits = { ...defaultLimits, ...given };
  const quarter = Math.max(1, Math.floor(limits.connections / 4));
  return {
    ...limits,
    newcomers: Math.min(limits.newcomers, quarter),
    handshakes: Math.min(limits.handshakes, quarter),
  };
}

/**
 * Tokens that come back at a steady rate, by the monotonic time of its clock: a corrected wall clock must neither free a flood nor
 * stop a unit.
 */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #tokens: number;
  #at_ms: number;

  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#at_ms = clock.monotonic();
  }

  /** Takes a token, on credit if need be, and returns for how many milliseconds its taker has to wait: 0 mostly. */
  take(): number {
    this.#refill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1_000;
  }

  /** Takes a token if there is one. */
  tryTake(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  isFull(): boolean {
    this.#refill();
    return this.#tokens === this.#burst;
  }

  #refill(): void {
    const now_ms = this.#clock.monotonic();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now_ms - this.#at_ms) / 1_000) * this.#perSecond);
    this.#at_ms = now_ms;
  }
}

/** Keys that are remembered: more than there are units, and few enough for any memory. */
const keys_max = 100_000;

/** A bucket for each key (serial numbers, networks) that was heard of lately. */
export class KeyedBuckets {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  readonly #keys_max: number;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(perSecond: number, burst: number, clock: Clock, remembered = keys_max) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#keys_max = remembered;
  }

  tryTake(key: string): boolean {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#perSecond, this.#burst, this.#clock);
    // In the order in which they were last heard of: where there are too many, the one goes that is likeliest to be full again.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [first] = this.#buckets.size > this.#keys_max ? this.#buckets.keys() : [];
    if (first !== undefined) this.#buckets.delete(first);
    return bucket.tryTake();
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Forgets the keys whose bucket is full again, which is as if they had never come. */
  forget(): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull()) this.#buckets.delete(key);
  }
}
