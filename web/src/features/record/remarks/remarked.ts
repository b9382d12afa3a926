/** A record as far as something can be added to it. */
export type Remarked = {
  subject: { kind: 'batch' | 'day'; id: string };
  timeZone: string;
  /** When it was over; null: it is not. Epoch ms. */
  endedAt: number | null;
  /** About how warm the food was last, °C: where slider and buttons begin, and no measurement. */
  near_C: number | null;
  /** With what somebody measured before, latest first. */
  instruments: readonly string[];
  /** Of a batch: what was typed of its food, which may have been wrong. */
  food: {
    serialNumber: string;
    product: string | null;
    lot: string | null;
    load_kg: number | null;
    /** Epoch ms, as the moment at which its cycle began. */
    cookedAt: number | null;
    startedAt: number;
    /** The batch that it goes on with, and when the run began that it would go on with if somebody said so. */
    continues: string | null;
    before: number | null;
  } | null;
};

/** What can be added: a reading, a note, and to a batch when it was cooked, whether it goes on with another, and a correction. */
export type RemarkKind = 'reading' | 'note' | 'cooked' | 'link' | 'amend';

/** With what the readings of a record were measured, latest first. */
export const instrumentsOf = ({ readings }: { readings: readonly { instrument: string }[] }): string[] => [
  ...new Set(readings.map(({ instrument }) => instrument).toReversed()),
];
