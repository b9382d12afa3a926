/**
 * The bus between the parts of the server (docs/ARCHITECTURE.md). Three kinds of traffic, with the semantics of a distributed
 * bus even in one process: nothing here may rely on shared memory or on being called exactly once.
 */
export type Bus = AsyncDisposable & {
  /**
   * Durable, at least once, in order per key. Resolves when the message is held durably: in one process that is the
   * commit of its consumer, with a broker the broker's acknowledgement. Rejects only when the bus closes.
   */
  append(key: string, message: UpMessage): Promise<void>;
  /**
   * Reads the log. `handle` gets messages in order per key, never two batches of one key at a time; a rejected batch is
   * delivered again, whole, after a pause. Handlers are idempotent: any message may come again later, as after a lost
   * acknowledgement. One consumer a process; disposing it waits for the batches being handled, the rest stays in the log.
   */
  consume(handle: (batch: readonly UpMessage[]) => Promise<void>, rules?: BatchRules): AsyncDisposable;
  /**
   * Resolves when everything appended so far has been handled, and what this process published and asked has arrived (tests
   * drain instead of sleeping).
   */
  drained(): Promise<void>;
  /** How long the oldest message has waited to be handled; 0 where none waits. */
  oldest_ms(): number;

  /** Ephemeral, at most once, to every subscriber. */
  publish<K extends keyof FanTopics>(topic: K, message: FanTopics[K]): void;
  subscribe<K extends keyof FanTopics>(topic: K, handler: (message: FanTopics[K]) => void): Disposable;

  /**
   * One edge serves each connected appliance; a later `serve` of the same key takes it over, and the earlier handler is
   * asked to `disconnect` with the reason `taken_over`.
   */
  serve(key: string, handler: (request: EdgeRequest) => Promise<EdgeReply>): Disposable;
  /** Asks the edge that holds `key`; `undefined` when none does or none answered within `deadline_ms`. */
  ask(key: string, request: EdgeRequest, deadline_ms: number): Promise<EdgeReply | undefined>;
};

/** How a consumer wants its batches put together. A message is never split: one heavier than a batch travels alone. */
export type BatchRules = {
  /** Most weight of a batch; by default a message weighs 1. */
  weight_max?: number;
  /** Most payload of a batch. */
  bytes_max?: number;
  /** Most batches handled at the same time, of different keys. */
  parallel?: number;
  /**
   * Where at least `from_per_s` messages a second come, a batch that is not full by its weight begins no sooner than `apart_ms` after
   * the one before: a small one costs nearly as much as a larger one. Where fewer come, a batch begins at once.
   */
  gather?: { from_per_s: number; apart_ms: number };
  /**
   * Weighs a message (ingest: its rows) and says whether it may wait: keys whose next message is backlog come after all
   * others, yet never wait for ever. Called once a message; must not throw, whatever the payload is.
   */
  weigh?: (message: UpMessage) => { weight: number; backlog: boolean };
};

/** What an edge puts into the log: a message of an appliance, or a fact about its connection. */
export type UpMessage =
  | {
      kind: 'message';
      serial: string;
      /** Topic below `up/`: tel, evt, twin, res, fw. */
      topic: string;
      payload: Uint8Array;
      received_ms: number;
      /** Identity of the connection, ordered in time: later connections compare greater. */
      connection: string;
    }
  | { kind: 'connected'; serial: string; connection: string; received_ms: number; edge: string }
  | {
      kind: 'disconnected';
      serial: string;
      connection: string;
      received_ms: number;
      reason: 'will' | 'closed' | 'taken_over' | 'timeout' | 'revoked' | 'portal';
    };

/** Topics of the fan. `committed` carries what live nodes need; they decide locally who may see it. */
export type FanTopics = {
  /** Something about an appliance changed and is committed. */
  live: { serial: string; frame: unknown };
  /** Who may see what changed: sessions reload their access (users or appliances concerned; both empty = everyone). */
  'access.changed': { users: readonly string[]; serials: readonly string[]; endedSessions?: readonly string[] };
  /** What a reading call replies to these users has changed, by the call's id. */
  'reply.changed': { users: readonly string[]; call: string };
};

export type EdgeRequest =
  | { kind: 'down'; topic: 'ack' | 'twin' | 'cmd' | 'time'; payload: unknown }
  | { kind: 'disconnect'; reason: 'revoked' | 'portal' | 'taken_over' };
export type EdgeReply = { sent: boolean };
