/** A record as far as something can be added to it. */
export type Remarked = {
  subject: { kind: 'batch' | 'day'; id: string };
  timeZone: string;
  /** When it was over; null: it is not. Epoch ms. */
  endedAt: number | null;
  /** What was measured last, °C. */
  last_C: number | null;
  /** With what somebody measured last; empty: nobody has. */
  instrument: string;
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
