/**
 * The colours of cycles. Each works as text and as a solid fill on the cards of both themes, at 4.5 : 1 or more; full red is kept for
 * alarms. Colour never stands alone: each has the shape of the badge behind the icon.
 */

/** Shapes of the badge behind an icon. */
export const badgeShapes = [
  'circle',
  'drop',
  'hexagon',
  'diamond',
  'heart',
  'square',
  'triangle',
  'sun',
  'leaf',
  'threeLeaves',
  'ring',
  'halfCircle',
  'gear',
] as const;

/** Shape of a badge. */
export type BadgeShape = (typeof badgeShapes)[number];

/** A colour: its key in `palette.messages.ts`, its shape, and its value on a light and on a dark card. */
export type PaletteRow = {
  readonly key: string;
  readonly shape: BadgeShape;
  readonly light: string;
  readonly dark: string;
};

/** Colours by their index, 1 to 13. */
export const palette = {
  1: { key: 'ice', shape: 'circle', light: '#006b75', dark: '#85efff' },
  2: { key: 'ocean', shape: 'drop', light: '#186fd0', dark: '#4fb5fd' },
  3: { key: 'indigo', shape: 'hexagon', light: '#1a1d64', dark: '#6c81f9' },
  4: { key: 'violet', shape: 'diamond', light: '#732794', dark: '#9d7ab7' },
  5: { key: 'raspberry', shape: 'heart', light: '#b54594', dark: '#e8aac8' },
  6: { key: 'garnet', shape: 'square', light: '#611614', dark: '#c2746e' },
  7: { key: 'paprika', shape: 'triangle', light: '#b94c0c', dark: '#e65e0d' },
  8: { key: 'amber', shape: 'sun', light: '#6b4000', dark: '#f69e07' },
  9: { key: 'olive', shape: 'leaf', light: '#6d743e', dark: '#e2f280' },
  10: { key: 'basil', shape: 'threeLeaves', light: '#325937', dark: '#87ce80' },
  11: { key: 'mint', shape: 'ring', light: '#00332e', dark: '#68a791' },
  12: { key: 'cocoa', shape: 'halfCircle', light: '#7e6458', dark: '#f4dbc5' },
  13: { key: 'slate', shape: 'gear', light: '#3d4551', dark: '#798e95' },
} as const satisfies Readonly<Record<number, PaletteRow>>;

/** Index of a colour. */
export type PaletteIndex = keyof typeof palette;

/** Indexes of all colours, in order. */
export const paletteIndexes = Object.keys(palette).map(Number) as readonly PaletteIndex[];
