import type { IconName } from '@brina/domain/recipes/icons';
import { type PaletteIndex, palette } from '@brina/domain/recipes/palette';
import { type BadgeSize, ShapedIcon } from '../ui/cycle-icons/ShapedIcon.tsx';

/**
 * The icon of a cycle in its colour, on the shape of the colour.
 * @param label what it says to who does not see it; absent where the title stands beside it
 */
export function CycleBadge({
  icon,
  colour,
  size,
  label,
}: {
  icon: IconName;
  colour: PaletteIndex;
  size?: BadgeSize;
  label?: string;
}) {
  const { shape, light, dark } = palette[colour];
  return (
    <ShapedIcon
      icon={icon}
      shape={shape}
      light={light}
      dark={dark}
      {...(size && { size })}
      {...(label !== undefined && { label })}
    />
  );
}
