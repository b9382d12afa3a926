import type { AckMessage, BadReason } from '@brina/contract/devices';
import { rangesOf } from './ranges.ts';

/** What became of a message: held, or bad for a reason. */
export type Answer = { serial: string; log: string; seq: number; bad?: BadReason };

/** One acknowledgement for each log of each unit, listing exactly what is held or was quarantined (docs/DEVICE-PROTOCOL.md). */
export function acksOf(answers: readonly Answer[]): { serial: string; ack: AckMessage }[] {
  const byLog = Map.groupBy(answers, ({ serial, log }) => `${serial} ${log}`);
  return [...byLog.values()].flatMap((ofLog) => {
    const [first] = ofLog;
    if (!first) return [];
    const held = ofLog.filter(({ bad }) => !bad).map(({ seq }) => seq);
    const got = rangesOf(held).map(([from, to]): [number, number] => [from, to]);
    const bad = ofLog.flatMap((one): [number, BadReason][] => (one.bad ? [[one.seq, one.bad]] : []));
    return [{ serial: first.serial, ack: { log: first.log, got, bad } }];
  });
}
