import { type Logger, pino } from 'pino';

/** Structured log: `log.info({ event: 'alarm.raised', … }, 'sentence')`. Secrets never go in. */
export type Log = Logger;

/** Opens the log on standard error, so that standard output stays for people. `level` 'silent' turns it off. */
export const openLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.authorization'],
    },
    pino.destination(2),
  );
