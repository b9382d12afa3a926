/** Where the parts of a drawn appliance lie, from the proportions and marks of its model. Lengths in units of the drawing. */

/** What a model's picture shows: U under a counter · D1, D2 doors · T trolley · H, HM humidity · L light · G glass · R remote condenser. */
export type DrawingMark = 'U' | 'D1' | 'D2' | 'T' | 'H' | 'HM' | 'L' | 'G' | 'R';

/** What is known of an appliance's looks. */
export type ApplianceShape = {
  readonly width_mm: number;
  readonly height_mm: number;
  readonly marks: readonly DrawingMark[];
  /** Two zones lie on top of each other, each with its door. */
  readonly zones: 1 | 2;
  /** Where the refrigeration sits, unless it is beside the chamber (U) or elsewhere (R). */
  readonly machine: 'above' | 'below';
};

/** A rectangle of the drawing. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A door and the chamber behind it. */
export type DrawnDoor = Box & { readonly hinge: 'left' | 'right' };

/** The drawing's own size; every model stands on the same floor in it, as wide as it is with its doors open. */
export const canvas = { width: 180, height: 200, floor: 192 } as const;
/** Room for an open door on either side. */
const beside = 27;

const tallest_mm = 2400;
const margin = 7;
const panelHeight = 14;

/** The parts of a drawing. `machine` is null where the refrigeration stands elsewhere. */
export function partsOf(shape: ApplianceShape) {
  const has = (mark: DrawingMark): boolean => shape.marks.includes(mark);
  const feet = has('T') ? 0 : 8;
  // Not to scale: a cabinet under the counter would be lost beside one for trolleys. The proportions are each model's own.
  const tall = 178 * Math.sqrt(shape.height_mm / tallest_mm);
  const width = Math.min(126, (tall * shape.width_mm) / shape.height_mm);
  const height = (width * shape.height_mm) / shape.width_mm;
  const body: Box = {
    x: (canvas.width - width) / 2,
    y: canvas.floor - feet - height,
    width,
    height,
  };
  const inner = { x: body.x + margin, width: width - 2 * margin };
  const panel: Box = { ...inner, y: body.y + margin, height: panelHeight };
  const top = panel.y + panelHeight + 5;
  const bottom = body.y + height - margin;
  const free: Box = { ...inner, y: top, height: bottom - top };
  const { machine, chamber } = dividedOf(free, shape);
  const view = { x: body.x - beside, y: 0, width: width + 2 * beside, height: canvas.height };
  return { view, body, feet, panel, machine, doors: doorsIn(chamber, shape) };
}

/** Shares the front out between the chamber and the refrigeration. */
function dividedOf(free: Box, shape: ApplianceShape): { machine: Box | null; chamber: Box } {
  if (shape.marks.includes('R')) return { machine: null, chamber: free };
  if (shape.marks.includes('U')) {
    const width = free.width * 0.3;
    return {
      machine: { ...free, x: free.x + free.width - width, width },
      chamber: { ...free, width: free.width - width - 5 },
    };
  }
  const height = Math.min(30, free.height * 0.24);
  const rest = free.height - height - 5;
  return shape.machine === 'above'
    ? { machine: { ...free, height }, chamber: { ...free, y: free.y + height + 5, height: rest } }
    : { machine: { ...free, y: free.y + rest + 5, height }, chamber: { ...free, height: rest } };
}

function doorsIn(chamber: Box, { marks, zones }: ApplianceShape): readonly DrawnDoor[] {
  if (zones === 2) {
    const height = (chamber.height - 5) / 2;
    return [
      { ...chamber, height, hinge: 'left' },
      { ...chamber, y: chamber.y + height + 5, height, hinge: 'left' },
    ];
  }
  if (!marks.includes('D2')) return [{ ...chamber, hinge: 'left' }];
  const width = (chamber.width - 3) / 2;
  return [
    { ...chamber, width, hinge: 'left' },
    { ...chamber, x: chamber.x + width + 3, width, hinge: 'right' },
  ];
}
