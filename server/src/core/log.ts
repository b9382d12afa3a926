import { minute_ms } from '@brina/domain/language/durations';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Clock, systemClock } from './clock.ts';

/** Structured log: `log.info({ event: 'alarm.raised', … }, 'sentence')`. Secrets never go in. */
export type Log = Logger;

/** Frames and characters of a stack that are logged, and how deep its causes are told. */
const stack_max = { lines: 12, characters: 2_000 };
const message_max = 1_000;
const causes_max = 3;

/**
 * An error as it is logged: what it is, its code, where it came from. Nothing else that somebody hung on it: of a database's error that may
 * be the session with its secrets, or all values of a row that it refused (`detail`, `where`).
 */
export function errorFacts(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, message_max) };
  const { code } = error as { code?: unknown };
  const stack = error.stack?.split('\n').slice(0, stack_max.lines).join('\n').slice(0, stack_max.characters);
  return {
    type: error.name,
    message: error.message.slice(0, message_max),
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { stack }),
    ...(error.cause !== undefined && depth < causes_max && { cause: errorFacts(error.cause, depth + 1) }),
  };
}

/** What repeats is told at once, and then once in so long with how often it was. */
const toldAgain_ms = minute_ms;
/** Kinds of lines that are counted apart; of what else there is then only the number is told. */
const kinds_max = 500;

type Line = { times: number; tell: (times: number) => void };

/**
 * Counts lines of one kind: a database that is away fails every round and every batch twice a second, and a log that is full of it tells
 * nothing any more.
 */
export class Repeats {
  readonly #lines = new Map<string, Line>();

  #others: Line | undefined;

  constructor(clock: Clock) {
    clock.every(toldAgain_ms, () => this.tellAll());
  }

  /**
   * Whether a line is the first of its kind; another one is counted, and told by `tell` at the end of the minute. What is of too many
   * kinds to count apart is told by `tellOthers`.
   */
  isFirst(kind: string, tell: Line['tell'], tellOthers: Line['tell']): boolean {
    const known = this.#lines.get(kind);
    if (known) {
      known.times += 1;
      known.tell = tell;
      return false;
    }
    if (this.#lines.size >= kinds_max) {
      this.#others = { times: (this.#others?.times ?? 0) + 1, tell: tellOthers };
      return false;
    }
    this.#lines.set(kind, { times: 0, tell });
    return true;
  }

  /** Tells what was counted; a kind of which nothing came in a minute begins anew. */
  tellAll(): void {
    for (const [kind, line] of this.#lines) {
      if (line.times === 0) this.#lines.delete(kind);
      else line.tell(line.times);
      line.times = 0;
    }
    this.#others?.tell(this.#others.times);
    this.#others = undefined;
  }
}

/** What makes two lines one of a kind: what happened, with which unit, in which round, and what the error is. */
function kindOf([facts, sentence]: readonly unknown[], level: number): string {
  const of = (typeof facts === 'object' && facts !== null ? facts : {}) as Record<string, unknown>;
  const { event, serial, round, err } = of;
  const { name, code } = (err ?? {}) as { name?: unknown; code?: unknown };
  return [level, event ?? (typeof facts === 'string' ? facts : sentence), serial, round, name, code].join(' ');
}

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > message_max ? `${value.slice(0, message_max)}…` : value;

/** A line whose texts are bounded: some of them a unit chose. */
const bounded = (line: readonly unknown[]): unknown[] =>
  line.map((part) =>
    typeof part === 'object' && part !== null && !(part instanceof Error)
      ? Object.fromEntries(Object.entries(part).map(([name, value]) => [name, cut(value)]))
      : cut(part),
  );

const warning = 40;

/**
 * Opens the log on standard error, so that standard output stays for people. `level` 'silent' turns it off; `to` is where a test reads
 * it.
 */
export const openLog = (
  level: string,
  repeats = new Repeats(systemClock),
  to: DestinationStream = pino.destination(2),
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFacts },
      redact: ['*.password', '*.token', '*.authorization'],
      hooks: {
        logMethod(given, method, line) {
          const args = bounded(given) as typeof given;
          const again = (times: number): void => {
            const [facts, ...rest] = args as [unknown, ...unknown[]];
            const counted = typeof facts === 'object' ? { ...facts, times } : { times };
            method.apply(this, [counted, ...(typeof facts === 'string' ? [facts] : rest)] as Parameters<typeof method>);
          };
          const others = (times: number): void =>
            method.apply(this, [{ event: 'log.others', times }, 'lines of more kinds than are told apart']);
          if (line < warning || repeats.isFirst(kindOf(args, line), again, others)) method.apply(this, args);
        },
      },
    },
    to,
  );
