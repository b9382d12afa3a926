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
  } | null;
};

/** What can be added: a reading, a note, and to a batch a correction. */
export type RemarkKind = 'reading' | 'note' | 'amend';
