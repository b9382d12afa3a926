import { type Refusal, refusals } from './refusals.ts';

/** What an edge has done since it started, for `/metrics`. */
export type EdgeCounters = {
  /** Connections admitted. */
  accepted: number;
  /** Of these, by a unit that had another one open. */
  takenOver: number;
  /** Messages put into the log. */
  messages: number;
  refused: Record<Refusal, number>;
};

export const newCounters = (): EdgeCounters => ({
  accepted: 0,
  takenOver: 0,
  messages: 0,
  refused: Object.fromEntries(Object.keys(refusals).map((name) => [name, 0])) as EdgeCounters['refused'],
});
