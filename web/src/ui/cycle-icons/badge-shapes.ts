/** Where the badges behind the icons of cycles are drawn: a field of 40 × 40. */
export type ShapeDrawing = {
  readonly path: string;
  /** Middle and width of the icon on it. */
  readonly icon: readonly [x: number, y: number, width: number];
};

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const polar = (radius: number, turn: number): string =>
  `${(20 + radius * Math.sin(turn * 2 * Math.PI)).toFixed(2)} ${(20 - radius * Math.cos(turn * 2 * Math.PI)).toFixed(2)}`;

const around = (points: readonly (readonly [radius: number, turn: number])[]): string =>
  `M${points.map(([radius, turn]) => polar(radius, turn)).join('L')}z`;

const eight = [0, 1, 2, 3, 4, 5, 6, 7];

const sun = around(eight.flatMap((at) => [[20, at / 8] as const, [15.5, (at + 0.5) / 8] as const]));
const gear = around(
  eight.flatMap((at) => [
    [15.5, (at - 0.28) / 8] as const,
    [19.5, (at - 0.18) / 8] as const,
    [19.5, (at + 0.18) / 8] as const,
    [15.5, (at + 0.28) / 8] as const,
  ]),
);

/** The badges by the name of their shape. */
export const badgeDrawings = {
  circle: { path: circle(20, 20, 19), icon: [20, 20, 24] },
  drop: {
    path: 'M20 .5c9.5 8.5 15.5 14.5 15.5 23.5a15.5 15.5 0 0 1-31 0C4.5 15 10.5 9 20 .5z',
    icon: [20, 23.5, 22],
  },
  hexagon: {
    path: 'M18 1.2a4 4 0 0 1 4 0l13 7.5a4 4 0 0 1 2 3.5v15.6a4 4 0 0 1-2 3.5l-13 7.5a4 4 0 0 1-4 0l-13-7.5a4 4 0 0 1-2-3.5V12.2a4 4 0 0 1 2-3.5z',
    icon: [20, 20, 24],
  },
  diamond: {
    path: 'M17.5 1.5a3.5 3.5 0 0 1 5 0l16 16a3.5 3.5 0 0 1 0 5l-16 16a3.5 3.5 0 0 1-5 0l-16-16a3.5 3.5 0 0 1 0-5z',
    icon: [20, 20, 22],
  },
  heart: {
    path: 'M20 38C8 29.5 1 23 1 14.5 1 8 5.7 3 11.5 3c3.5 0 6.6 1.7 8.5 4.5C21.9 4.7 25 3 28.5 3 34.3 3 39 8 39 14.5 39 23 32 29.5 20 38z',
    icon: [20, 18.5, 22],
  },
  square: {
    path: 'M9 2.5h22A6.5 6.5 0 0 1 37.5 9v22a6.5 6.5 0 0 1-6.5 6.5H9A6.5 6.5 0 0 1 2.5 31V9A6.5 6.5 0 0 1 9 2.5z',
    icon: [20, 20, 24],
  },
  triangle: {
    path: 'M16.8 3a3.7 3.7 0 0 1 6.4 0l16 29.5a3.7 3.7 0 0 1-3.2 5.5H4a3.7 3.7 0 0 1-3.2-5.5z',
    icon: [20, 24.5, 21],
  },
  sun: { path: sun, icon: [20, 20, 23] },
  leaf: { path: 'M2.5 37.5C-.5 16 12.5 1.5 38 2c.5 25.5-14 38.5-35.5 35.5z', icon: [19.5, 20.5, 23] },
  threeLeaves: {
    path: circle(20, 11, 10.5) + circle(11, 27, 10.5) + circle(29, 27, 10.5),
    icon: [20, 21, 23],
  },
  ring: { path: circle(20, 20, 19.5) + 'M4 20a16 16 0 0 1 32 0a16 16 0 0 1-32 0z', icon: [20, 20, 22] },
  halfCircle: { path: 'M0 30.5a20 20 0 0 1 40 0z', icon: [20, 21, 22] },
  gear: { path: gear, icon: [20, 20, 22] },
} as const satisfies Readonly<Record<string, ShapeDrawing>>;
