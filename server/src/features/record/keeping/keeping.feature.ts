import { feature } from '#core/feature.ts';
import { keepingHandlers } from './keeping.calls.ts';
import { sweepBooks } from './sweep.ts';

/** How long records are kept, and what a legal hold keeps longer (B2.12). */
export const keeping = feature({
  calls: () => keepingHandlers,
  keeps: {
    legal_hold: { always: 'why something old is there still, or was until then' },
    record_sweep: {
      tend: sweepBooks,
      why: 'contents of records go by whole months once they are older than records are kept, and no legal hold covers them',
    },
  },
  persons: {
    legal_hold: [
      {
        columns: ['scope', 'laboratory_id', 'laboratory_name', 'lot', 'set_by', 'lifted_by'],
        nobody: 'its signer names somebody',
      },
      {
        columns: ['reason', 'lift_reason'],
        copy: { not: 'the company’s' },
        erase: { stay: 'why a company keeps its records is its own' },
      },
    ],
  },
});
