/** Presets that chill, freeze, hold cold, thaw, and those of the evaporator. Each row is as `preset-row.ts` says. */
import { CHILL, FREEZE, type PresetRows } from './preset-row.ts';

export const chilling: PresetRows = {
  0: ['gastronomy', 'lasagne', 7, CHILL, ['F1'], 1],
  1: ['gastronomy', 'roast', 6, '-10/90/-/s2 · 0/80/-/c3 · H2/40/-', ['F1', 'F2']],
  2: ['gastronomy', 'pot', 6, CHILL, ['F1']],
  3: ['gastronomy', 'ladle', 7, '-12/100/-/s4 · 0/100/-/c3 · H2/40/-', ['F1']],
  4: ['gastronomy', 'sauceBoat', 8, '-8/80/-/s4 · 0/70/-/c3 · H2/40/-', ['F1']],
  5: ['gastronomy', 'riceBowl', 8, '-10/100/-/s3 · 0/90/-/c3 · H2/40/-', ['F1', 'F3']],
  6: ['gastronomy', 'pasta', 8, '0/80/-/c3 · H2/40/-', ['F1', 'F3']],
  7: ['gastronomy', 'broccoli', 10, '-5/90/-/s3 · 0/80/-/c3 · H2/40/-', ['F1'], 21],
  8: ['gastronomy', 'aubergine', 10, '0/60/-/c3 · H2/40/-', ['F1']],
  9: ['gastronomy', 'chicken', 7, CHILL, ['F1', 'F2']],
  10: ['gastronomy', 'fish', 2, '-5/60/-/s3 · 0/60/-/c2 · H0/40/-', ['F1']],
  11: ['gastronomy', 'mussel', 2, '-10/90/-/s3 · -1/80/-/c2 · H0/40/-', ['F1']],
  12: ['gastronomy', 'terrine', 6, '-10/90/-/s3 · 0/80/-/c3 · H2/40/-', ['F1', 'F2']],
  13: ['gastronomy', 'egg', 8, '0/60/-/c3 · H2/40/-', ['F1']],
  14: ['pastry', 'pipingBag', 8, '-10/80/-/s4 · 0/70/-/c3 · H2/40/-', ['F1'], 2],
  15: ['pastry', 'whisk', 8, '-8/80/-/s3 · 0/70/-/c3 · H2/40/-', ['F1']],
  16: ['pastry', 'dessertCup', 1, '1/40/-/c4 · H2/30/-'],
  17: ['pastry', 'mousseDome', 5, '-2/40/-/c3 · H2/30/-'],
  18: ['pastry', 'spongeRoll', 8, '0/50/-/c18'],
  19: ['pastry', 'tart', 5, '0/50/-/c4 · H3/30/-', ['F1']],
  20: ['bakery', 'loaf', 8, '5/70/-/c28', [], 22],
  21: ['icecream', 'jug', 1, '-14/100/-/s4 · 1/80/-/c4 · H3/40/-', ['F8']],
};

export const freezing: PresetRows = {
  22: ['gastronomy', 'mealTray', 3, FREEZE, ['F4'], 3],
  23: ['gastronomy', 'pouch', 3, FREEZE, ['F4']],
  24: ['gastronomy', 'peas', 10, '-36/100/-/c-18 · H-20/50/-', ['F4']],
  25: ['gastronomy', 'fillet', 2, '-38/90/-/c-18 · H-20/50/-', ['F4'], 4],
  26: ['gastronomy', 'fishShield', 2, '-38/100/-/c-20 · -25/60/-/c-20+24h · H-22/50/-', ['F5'], 5],
  27: ['gastronomy', 'fishClock', 2, '-40/100/-/c-35+15h · H-25/50/-', ['F5']],
  28: ['gastronomy', 'wholeFish', 2, '-36/80/-/c-18 · H-20/50/-', ['F4']],
  29: ['gastronomy', 'prawn', 2, FREEZE, ['F4']],
  30: ['gastronomy', 'steak', 6, '-36/90/-/c-18 · H-20/50/-', ['F4']],
  31: ['gastronomy', 'burger', 6, FREEZE, ['F4']],
  32: ['gastronomy', 'drumstick', 7, FREEZE, ['F4']],
  33: ['gastronomy', 'ravioli', 8, '-38/80/-/c-18 · H-20/50/-', ['F4']],
  34: ['bakery', 'baguette', 8, '-30/80/-/c-15 · H-18/40/-'],
  35: ['bakery', 'croissant', 8, '-30/70/-/c-12 · H-18/40/-'],
  36: ['bakery', 'brioche', 8, '-28/70/-/c-12 · H-18/40/-'],
  37: ['bakery', 'pizza', 7, '-35/100/-/c-15 · H-18/40/-'],
  38: ['pastry', 'volAuVent', 8, '-35/90/-/c-18 · H-18/40/-'],
  39: ['pastry', 'cakeLayer', 8, '-30/70/-/c-18 · H-18/40/-'],
  40: ['pastry', 'entremets', 5, '-35/60/-/c-18 · H-18/40/-', [], 6],
  41: ['pastry', 'macaron', 4, '-28/50/-/c-18 · H-18/40/-'],
  42: ['pastry', 'raspberry', 5, FREEZE],
  43: ['icecream', 'gelatoPan', 5, '-38/90/-/c-14 · H-15/40/-', [], 7],
  44: ['icecream', 'iceCreamCake', 4, '-38/80/-/c-18 · H-18/40/-'],
  45: ['icecream', 'lolly', 5, '-40/100/-/c-18 · H-18/40/-'],
};

export const coldHolding: PresetRows = {
  46: ['gastronomy', 'fridge', 1, 'H2/40/-', ['F1'], 8],
  47: ['gastronomy', 'fishOnIce', 2, 'H0/30/90', ['F11']],
  48: ['gastronomy', 'meatHook', 6, 'H1/40/-'],
  49: ['pastry', 'creamCake', 5, 'H3/30/75'],
  50: ['gastronomy', 'snowflakeBox', 3, 'H-20/50/-'],
  51: ['icecream', 'scoop', 5, 'H-13/30/-'],
  52: ['pastry', 'praline', 12, 'H14/25/55'],
};

export const thawing: PresetRows = {
  58: ['gastronomy', 'joint', 6, '8/80/85/s2 · 3/50/85/c0 · H1/40/-', ['F7']],
  59: ['gastronomy', 'steakPouch', 6, '8/90/-/s2 · 3/60/-/c0 · H1/40/-', ['F7'], 9],
  60: ['gastronomy', 'chickenDrop', 7, '4/100/-/c0 · H1/40/-', ['F7']],
  61: ['gastronomy', 'filletDrop', 2, '4/60/90/c-1 · H0/30/-', ['F7']],
  62: ['gastronomy', 'sashimi', 2, '3/50/90/c-1 · H0/30/-', ['F5', 'F7']],
  63: ['gastronomy', 'prawnDrop', 2, '4/80/90/c0 · H0/40/-', ['F7']],
  64: ['gastronomy', 'trayDrop', 11, '10/90/-/s3 · 4/60/-/c1 · H2/40/-', ['F7']],
  65: ['bakery', 'breadDrop', 8, '20/60/60/c15'],
  66: ['pastry', 'cakeDrop', 5, '4/30/<60/c1 · H3/30/-'],
  67: ['pastry', 'fruitDrop', 4, '6/60/-/c2 · H3/40/-'],
  68: ['pastry', 'milkDrop', 1, '3/60/-/c1 · H2/40/-', ['F7']],
};

export const nonStop: PresetRows = {
  134: ['gastronomy', 'loopSoft', 1, '0/80/-/stop', ['F1'], 20],
  135: ['gastronomy', 'loopHard', 11, '-15/100/-/stop', ['F1']],
  136: ['gastronomy', 'loopFlake', 3, '-36/100/-/stop', ['F4']],
  137: ['bakery', 'loopLoaf', 8, '4/80/-/stop'],
};

export const defrosting: PresetRows = {
  138: ['gastronomy', 'drop', 13, '-/100/-/e8 · -/0/-/2m', [], 24],
  139: ['gastronomy', 'dropSun', 13, '-/100/-/e15 · -/0/-/2m · -/100/-/10m'],
};
