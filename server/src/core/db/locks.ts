/**
 * Numbers of the advisory locks that are taken by number (PostgreSQL's `pg_advisory_xact_lock`), each once. Locks of something that
 * has a name are taken by its hash, a number of 64 bits.
 */
export const locks = {
  /** Two servers that start together must not both migrate. */
  migration: 726_180_001,
  /** Two lanes may need the same new month of telemetry at once. */
  partition: 726_180_002,
  /** Of several servers one at a time runs the alarm rules. */
  alarmRules: 726_180_003,
  /** Of several servers one at a time judges a laboratory; the hash of its id is the second number. */
  site: 726_180_004,
} as const;
