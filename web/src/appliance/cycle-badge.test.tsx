import { iconNames } from '@brina/domain/recipes/icons';
import { type PaletteIndex, palette, paletteIndexes } from '@brina/domain/recipes/palette';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { badgeDrawings } from '../ui/cycle-icons/badge-shapes.ts';
import { cycleIcons } from '../ui/cycle-icons/icons.ts';
import { axeFindings } from '../ui/testing/axe.ts';
import '../ui/styles.css';
import { cssVariables, theme } from '../ui/theme.ts';
import { CycleBadge } from './CycleBadge.tsx';

const show = (children: ReactNode, scheme: 'light' | 'dark' = 'light') =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      {children}
    </MantineProvider>,
  );

const badges = () => [...document.querySelectorAll<SVGSVGElement>('svg[data-icon]')];

/** A colour of a row as the browser spells it. */
function spelled(colour: string): string {
  const probe = document.createElement('i');
  probe.style.color = colour;
  return probe.style.color;
}

describe('badge of a cycle', () => {
  it('S3.9 every icon is drawn inside its field, each in another way', async () => {
    await show(
      <div>
        {iconNames.map((icon) => (
          <CycleBadge key={icon} icon={icon} colour={3} size={56} />
        ))}
      </div>,
    );
    expect(Object.keys(cycleIcons)).toEqual(iconNames);
    await expect.poll(() => badges().filter((badge) => badge.querySelector('g path')).length).toBe(iconNames.length);
    const drawn = new Set<string>();
    for (const badge of badges()) {
      const box = (badge.querySelector('g > g') as SVGGElement).getBBox();
      const name = badge.dataset.icon ?? '';
      expect(box.x, name).toBeGreaterThan(-0.5);
      expect(box.y, name).toBeGreaterThan(-0.5);
      expect(box.x + box.width, name).toBeLessThan(24.5);
      expect(box.y + box.height, name).toBeLessThan(24.5);
      expect(Math.max(box.width, box.height), name).toBeGreaterThanOrEqual(14);
      drawn.add([...badge.querySelectorAll('g path')].map((path) => path.getAttribute('d')).join(' '));
    }
    expect(drawn.size).toBe(iconNames.length);
  });

  it.each(['light', 'dark'] as const)('S3.9 a colour has its own shape and its value on a %s card', async (scheme) => {
    await show(
      <div>
        {paletteIndexes.map((colour) => (
          <CycleBadge key={colour} icon="fish" colour={colour} />
        ))}
      </div>,
      scheme,
    );
    const seen = badges().map((badge) => [badge.dataset.shape, getComputedStyle(badge).color]);
    expect(seen).toEqual(paletteIndexes.map((index) => [palette[index].shape, spelled(palette[index][scheme])]));
    expect(new Set(badges().map((badge) => badge.querySelector('path')?.getAttribute('d'))).size).toBe(13);
  });

  it('S3.9 the shapes lie in their field and the icon in the middle of it', async () => {
    await show(
      <div>
        {paletteIndexes.map((colour) => (
          <CycleBadge key={colour} icon="doughnut" colour={colour} />
        ))}
      </div>,
    );
    for (const badge of badges()) {
      const { x, y, width, height } = (badge.querySelector('path') as SVGPathElement).getBBox();
      const name = badge.dataset.shape as keyof typeof badgeDrawings;
      expect(Math.min(x, y), name).toBeGreaterThanOrEqual(-0.1);
      expect(Math.max(x + width, y + height), name).toBeLessThanOrEqual(40.1);
      const isFilled = (badge.querySelector('path') as SVGPathElement).isPointInFill(new DOMPoint(20, 20));
      expect(isFilled, name).toBe(name !== 'ring');
      expect(Math.abs(x + width / 2 - badgeDrawings[name].icon[0]), name).toBeLessThan(1.5);
    }
  });

  it('S3.9 it says its label, and nothing beside a title', async () => {
    const sizes = [32, 40, 56] as const;
    const colour: PaletteIndex = 8;
    const screen = await show(
      <main>
        {sizes.map((size) => (
          <CycleBadge key={size} icon="croissant" colour={colour} size={size} label={`Croissant ${size}`} />
        ))}
        <CycleBadge icon="croissant" colour={colour} />
      </main>,
    );
    for (const size of sizes) {
      const badge = screen.getByRole('img', { name: `Croissant ${size}` }).element();
      expect(badge.getBoundingClientRect().width).toBe(size);
    }
    expect(screen.getByRole('img').elements()).toHaveLength(3);
    expect(await axeFindings()).toEqual([]);
  });
});
