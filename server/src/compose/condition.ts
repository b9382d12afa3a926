import { statfs } from 'node:fs/promises';
import type { Health } from '@brina/contract/config';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { Gauge } from 'prom-client';
import type { Clock } from '#core/clock.ts';
import { writeProbe } from '#core/db/settings.ts';
import type { Ground } from './ground.ts';

/** What the portal knows of its own state; see {@link watchCondition}. */
export type Condition = Pick<Health, 'database' | 'writable' | 'waiting_s' | 'disk'> & {
  free: { bytes: number; share: number };
  /** Why it should get no traffic, first what matters most; none: it is ready. */
  unready: readonly ('database' | 'disk' | 'clock')[];
  /** Why somebody should look at it although it answers. */
  isWell: boolean;
};

/** A message that has waited this long for its commit says that ingestion stands still. */
const waits_max_s = 60;
/** A database that does not answer or take a row by then does not. */
const answer_ms = 2 * second_ms;
/** What was found is told again for so long: whoever asks costs no write each time. */
const fresh_ms = 5 * second_ms;
/** Less room than this share, or on a large disk than so many bytes, and the database will soon have none. */
const disk_min = { share: 0.05, bytes: 1024 ** 3, ofLarge_bytes: 20 * 1024 ** 3 };
/** The wall clock may leap by so much against the one that is never set; after a greater leap it is trusted once it has stood so long. */
const clockLeap_max_ms = 5 * second_ms;
const clockSettles_ms = minute_ms;

/**
 * Looks at what the portal needs: whether the database answers and takes a row, how long the oldest message waits to be committed, whether
 * the disk fills, whether the clock has leapt.
 */
export function watchCondition({ db, bus, clock, config, metrics }: Ground): () => Promise<Condition> {
  const isClockSet = clockWatch(clock);
  let last: { at_ms: number; condition: Promise<Condition> } | undefined;

  const isWritable = (): Promise<boolean> => within(writeProbe(db, String(clock.now())));
  const look = async (): Promise<Condition> => {
    const database = await within(db.ping(answer_ms));
    const writable = database && (await isWritable());
    // A data folder that is gone holds nothing more.
    const { bavail, blocks, bsize } = await statfs(config.dataDir).catch(() => ({ bavail: 0, blocks: 1, bsize: 0 }));
    const free = { bytes: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks };
    const isFull =
      free.share < disk_min.share || (blocks * bsize > disk_min.ofLarge_bytes && free.bytes < disk_min.bytes);
    const waiting_s = bus.oldest_ms() / second_ms;
    const unready = [
      ...(writable ? [] : (['database'] as const)),
      ...(isFull ? (['disk'] as const) : []),
      ...(isClockSet() ? (['clock'] as const) : []),
    ];
    return {
      database,
      writable,
      waiting_s,
      disk: isFull ? 'filling' : 'ok',
      free,
      unready,
      isWell: writable && !isFull && waiting_s <= waits_max_s,
    };
  };
  const condition = (): Promise<Condition> => {
    const at_ms = clock.monotonic();
    if (!last || at_ms - last.at_ms >= fresh_ms) last = { at_ms, condition: look() };
    return last.condition;
  };
  const registers = [metrics.registry];
  const gauge = (name: string, help: string, value: (condition: Condition) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(value(await condition()));
      },
    });
  gauge('brina_ingest_oldest_waiting_seconds', 'Age of the oldest message not committed', (one) => one.waiting_s);
  gauge('brina_database_writable', '1 while the database takes a row', (one) => Number(one.writable));
  gauge('brina_disk_free_bytes', 'Free on the disk of the data folder', (one) => one.free.bytes);
  gauge('brina_disk_free_ratio', 'Free on the disk of the data folder, of all', (one) => one.free.share);
  return condition;
}

/** Says, each time it is asked, whether the wall clock was set a moment ago: by a time service, a hand, or a machine that had slept. */
function clockWatch(clock: Clock): () => boolean {
  const difference_ms = (): number => clock.now() - clock.monotonic();
  let trusted_ms = difference_ms();
  let leapt: { to_ms: number; at_ms: number } | undefined;
  const isNear = (a_ms: number, b_ms: number): boolean => Math.abs(a_ms - b_ms) <= clockLeap_max_ms;
  return () => {
    const is_ms = difference_ms();
    const at_ms = clock.monotonic();
    if (!isNear(is_ms, trusted_ms)) {
      if (!leapt || !isNear(is_ms, leapt.to_ms)) leapt = { to_ms: is_ms, at_ms };
      if (at_ms - leapt.at_ms < clockSettles_ms) return true;
    }
    trusted_ms = is_ms;
    leapt = undefined;
    return false;
  };
}

/** Whether something comes about in time. */
async function within(work: Promise<unknown>): Promise<boolean> {
  const tooLate = AbortSignal.timeout(answer_ms);
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => tooLate.addEventListener('abort', () => resolve(false))),
  ]);
}
