/** Presets of dough. Each row is as `preset-row.ts` says. */
import { type PresetRows } from './preset-row.ts';

export const directProofing: PresetRows = {
  90: ['bakery', 'croissantProof', 8, '27/35/78/120m · H8/20/80', [], 10],
  91: ['bakery', 'briocheProof', 8, '28/40/80/120m · H8/20/80'],
  92: ['pastry', 'panettone', 8, '29/30/70/6h'],
  93: ['bakery', 'baguetteProof', 8, '26/35/75/60m · H6/20/75'],
  94: ['bakery', 'sourdough', 9, '26/30/75/3h · H5/20/80'],
  95: ['bakery', 'panPizza', 7, '30/35/80/90m'],
  96: ['bakery', 'bun', 8, '34/40/80/60m'],
  97: ['bakery', 'focaccia', 9, '30/35/80/75m'],
  98: ['pastry', 'doughnut', 5, '32/40/70/50m'],
  99: ['bakery', 'ryeLoaf', 12, '32/35/80/60m'],
};

export const programmedProofing: PresetRows = {
  100: [
    'bakery',
    'croissantClock',
    8,
    '0/60/-/90m · 2/30/75/auto · 2>12/30/75/180m · 27/35/78/150m · H10/20/80',
    ['F16'],
    11,
  ],
  101: [
    'bakery',
    'briocheClock',
    8,
    '0/60/-/90m · 2/30/75/auto · 2>14/30/75/180m · 28/40/80/150m · H10/20/80',
    ['F16'],
  ],
  102: [
    'bakery',
    'baguetteClock',
    8,
    '0/50/-/60m · 3/30/75/auto · 3>15/30/75/120m · 26/35/75/60m · H10/20/80',
    ['F16'],
  ],
  103: [
    'bakery',
    'rollClock',
    8,
    '-18/80/-/150m · -7/30/75/auto · -7>5/30/75/210m · 5>25/35/75/210m · H10/20/80',
    ['F16'],
  ],
  104: ['bakery', 'pizzaClock', 7, '0/50/-/60m · 3/30/75/auto · 3>16/30/70/180m · 24/30/70/60m · H12/20/75', ['F16']],
  105: ['pastry', 'danish', 4, '0/60/-/90m · 2/30/75/auto · 2>12/30/75/180m · 26/35/75/120m · H10/20/80', ['F16']],
  106: ['bakery', 'bunClock', 8, '0/60/-/90m · 2/30/75/auto · 2>16/30/75/150m · 32/40/80/75m · H10/20/80', ['F16']],
};

export const retardedProofing: PresetRows = {
  107: ['bakery', 'doughBall', 7, '4/30/75/44h · 4>18/30/70/4h', ['F16']],
  108: ['bakery', 'basket', 9, '4/30/80/16h · H4/20/80', ['F16']],
  109: ['bakery', 'baguetteMoon', 8, '3/30/75/16h · 3>20/30/75/180m', ['F16']],
  110: ['pastry', 'layers', 8, '2/40/75/12h · H2/30/75', ['F16']],
  111: ['pastry', 'doughMoon', 8, '3/40/75/14h · H3/30/75', ['F16']],
};
