/** Presets that hold hot, serve by the clock, cook, melt, pasteurise and dry. Each row is as `preset-row.ts` says. */
import { CHILL, type PresetRows } from './preset-row.ts';

export const warmHolding: PresetRows = {
  53: ['gastronomy', 'cloche', 7, '75/60/-/15m · H65/40/60', ['F6'], 23],
  54: ['gastronomy', 'carvingKnife', 6, 'H66/30/70', ['F6']],
  55: ['gastronomy', 'croquette', 8, '80/70/<30/10m · H70/60/<30', ['F6']],
  56: ['gastronomy', 'carrot', 10, 'H66/30/85', ['F6']],
  57: ['gastronomy', 'bainMarie', 9, 'H70/25/80', ['F6']],
};

export const readyToServe: PresetRows = {
  69: ['gastronomy', 'plateClock', 7, '3/40/-/auto · 85/60/60/c70 · H65/40/60', ['F6', 'F9'], 19],
  70: ['gastronomy', 'lasagneClock', 7, '3/40/-/auto · 88/70/50/c72 · H66/40/50', ['F6', 'F9']],
  71: ['gastronomy', 'trayClock', 11, '2/40/-/auto · 88/70/60/c75 · H66/30/60', ['F6', 'F9']],
  72: ['gastronomy', 'soupClock', 9, '3/40/-/auto · 88/60/80/c75 · H68/30/80', ['F6', 'F9']],
  73: ['pastry', 'cakeClock', 5, '-18/40/-/auto · 6/40/<60/c3 · H4/30/-'],
  74: ['icecream', 'sliceClock', 4, '-20/40/-/auto · -10/40/-/c-13 · H-13/30/-'],
  75: ['bakery', 'pastryClock', 8, '-18/40/-/auto · 22/50/60/c15 · H18/20/55'],
};

export const lowTempCooking: PresetRows = {
  76: ['gastronomy', 'roastBeef', 6, `70/50/50/c52 · 58/40/60/c56+150m · ${CHILL}`, ['F10', 'F12'], 12],
  77: ['gastronomy', 'veal', 6, `70/50/50/c55 · 60/40/60/c58+85m · ${CHILL}`, ['F10', 'F12']],
  78: ['gastronomy', 'pork', 7, `72/50/50/c60 · 65/40/60/c62+25m · ${CHILL}`, ['F10']],
  79: ['gastronomy', 'forks', 7, `85/40/80/c80+4h · ${CHILL}`, ['F10'], 14],
  80: ['gastronomy', 'brisket', 6, `80/40/80/c76+8h · ${CHILL}`, ['F10']],
  81: ['gastronomy', 'chickenBreast', 7, `75/50/70/c66+10m · ${CHILL}`, ['F10', 'F13'], 13],
  82: ['gastronomy', 'thigh', 7, `80/50/70/c74+2m · ${CHILL}`, ['F10', 'F13']],
  83: ['gastronomy', 'turkey', 7, `78/50/70/c70+5m · ${CHILL}`, ['F10', 'F13']],
  84: ['gastronomy', 'duck', 6, `68/40/60/c60+45m · ${CHILL}`, ['F10', 'F12']],
  85: ['gastronomy', 'cod', 2, '70/30/80/c60+1m', ['F5', 'F14']],
  86: ['gastronomy', 'octopus', 2, `85/30/90/c77+5h · ${CHILL}`, ['F10']],
  87: ['gastronomy', 'onsenEgg', 8, '66/60/-/c64+50m · 0/80/-/c3 · H2/40/-', ['F10']],
  88: ['gastronomy', 'asparagus', 10, `85/40/90/90m · ${CHILL}`, ['F15']],
  89: ['pastry', 'ramekin', 8, '85/30/80/c80 · 0/60/-/c3 · H2/30/-', ['F8']],
};

export const meltingChocolate: PresetRows = {
  112: ['pastry', 'darkDrops', 12, '50/25/<30/c47 · H45/20/<30', ['F17'], 15],
  113: ['pastry', 'milkDrops', 12, '46/25/<30/c43 · H42/20/<30', ['F17']],
  114: ['pastry', 'whiteDrops', 12, '44/25/<30/c41 · H40/20/<30', ['F17']],
  115: ['pastry', 'sprayGun', 12, '52/25/<30/c48 · H45/20/<30', ['F17']],
  116: ['pastry', 'hazelnut', 12, '42/25/<30/c38 · H36/20/<30'],
  117: ['pastry', 'bowlDrip', 12, 'H31.5/20/<30', ['F17']],
};

export const pasteurisation: PresetRows = {
  118: ['pastry', 'creamPot', 8, `90/50/70/c82+2m · ${CHILL}`, ['F8'], 16],
  119: ['pastry', 'spoon', 8, `88/50/70/c82+1m · ${CHILL}`, ['F8']],
  120: ['icecream', 'gelatoHeat', 5, '90/50/70/c83+1m · -14/100/-/s4 · 1/80/-/c4 · H3/40/-', ['F8'], 17],
  121: ['icecream', 'milkHeat', 1, '76/50/70/c69+30m · -14/100/-/s4 · 1/80/-/c4 · H3/40/-', ['F8']],
  122: ['pastry', 'yolk', 8, `70/40/70/c65+10m · ${CHILL}`, ['F8']],
  123: ['pastry', 'jamJar', 5, '90/70/-/c85+10m · 30/60/-/c45', ['F18']],
  124: ['gastronomy', 'tomatoJar', 7, '90/70/-/c85+15m · 30/60/-/c45', ['F18']],
  125: ['gastronomy', 'pouchHeat', 11, `90/60/90/c85+36m · ${CHILL}`, ['F15']],
};

export const drying: PresetRows = {
  126: ['gastronomy', 'herbSprig', 10, '38/60/<25/8h', ['F19']],
  127: ['pastry', 'apple', 9, '57/80/<20/8h', ['F19'], 18],
  128: ['pastry', 'orangeSlice', 8, '55/70/<20/12h', ['F19']],
  129: ['gastronomy', 'tomato', 6, '58/80/<20/10h', ['F19']],
  130: ['gastronomy', 'mushroom', 12, '50/80/<20/8h', ['F19']],
  131: ['pastry', 'meringue', 1, '70/50/<15/6h', ['F19']],
  132: ['gastronomy', 'tagliatelle', 8, '45/80/<40/90m · 40/60/<50/6h', ['F19']],
  133: ['gastronomy', 'jerky', 6, '75/80/<40/c71+1m · 57/80/<20/6h', ['F19']],
};
