import { type Logger, pino } from 'pino';

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

/** Opens the log on standard error, so that standard output stays for people. `level` 'silent' turns it off. */
export const openLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFacts },
      redact: ['*.password', '*.token', '*.authorization'],
    },
    pino.destination(2),
  );
