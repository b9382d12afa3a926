import { type CSSProperties, lazy, Suspense } from 'react';
import { badgeDrawings, type ShapeDrawing } from './badge-shapes.ts';
import type { CycleIconName } from './icons.ts';
import styles from './ShapedIcon.module.css';

/** Fetches the drawings, which come with the first badge and not with the frame; a screen that is full of badges asks for them itself. */
export const bringDrawings = () => import('./CycleGlyph.tsx');
const CycleGlyph = lazy(bringDrawings);

/** Sizes of a badge in pixels: in a line of a list, on a card, on the page of a cycle. */
export type BadgeSize = 32 | 40 | 56;

/**
 * An icon of a cycle on the shape that goes with its colour, so that neither has to be told by the colour alone.
 * @param label what it says to who does not see it; absent where the words beside it do
 */
export function ShapedIcon({
  icon,
  shape,
  light,
  dark,
  size = 40,
  label,
}: {
  icon: CycleIconName;
  shape: keyof typeof badgeDrawings;
  /** Colours on a light and on a dark card. */
  light: string;
  dark: string;
  size?: BadgeSize;
  label?: string;
}) {
  const {
    path,
    icon: [x, y, width],
  }: ShapeDrawing = badgeDrawings[shape];
  return (
    <svg
      className={styles.badge}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      style={{ '--badge-light': light, '--badge-dark': dark } as CSSProperties}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      data-shape={shape}
      data-icon={icon}
    >
      <path className={styles.shape} d={path} />
      <g transform={`translate(${x - width / 2} ${y - width / 2}) scale(${width / 24})`}>
        <Suspense>
          <CycleGlyph name={icon} />
        </Suspense>
      </g>
    </svg>
  );
}
