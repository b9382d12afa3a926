import { type Logger, pino } from 'pino';

/** Structured log: `log.info({ event: 'alarm.raised', … }, 'sentence')`. Secrets never go in. */
export type Log = Logger;

/** An error as it is logged: what the database says of a row that it refuses (`detail`, `where`) may be all of its values. */
export function errorFacts(error: Error): object {
  const { detail: _detail, where: _where, ...facts } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return facts;
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
