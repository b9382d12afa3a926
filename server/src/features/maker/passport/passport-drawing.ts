import type { ModelRow } from '@brina/domain/appliance/families/family';

/** The box that a drawing is made in, and what stands in it, in its own units. */
const box = 180;
const margin = 6;
const tallest_mm = 2400;

/**
 * A model as an outline in its own proportions: body, panel, door with its handle, feet or the ramp of a trolley cell. It stands for no
 * real product, and says nothing that the page does not say in words.
 */
export function drawingOf(model: ModelRow): string {
  // Not to scale: a cabinet under the counter would be lost beside one for trolleys.
  const height = Math.round((box - 2 * margin) * Math.sqrt(model.height_mm / tallest_mm));
  const width = Math.round(Math.min(box - 2 * margin, (height * model.width_mm) / model.height_mm));
  const left = (box - width) / 2;
  const feet = model.trolleys > 0 ? 0 : 8;
  const [top, bottom] = [box - margin - height, box - margin - feet];
  const panel = 14;
  const door = { x: left + 7, y: top + panel + 12, width: width - 14, height: bottom - top - panel - 19 };
  const lines = [
    `M${left + 7} ${top + 7}h${width - 14}v${panel}h${14 - width}z`,
    `M${left + 14} ${top + 14}h12`,
    `M${door.x} ${door.y}h${door.width}v${door.height}h${-door.width}z`,
    `M${door.x + door.width - 8} ${door.y + door.height * 0.3}v${door.height * 0.4}`,
    feet > 0
      ? `M${left + 8} ${bottom}v${feet}h6M${left + width - 8} ${bottom}v${feet}h-6`
      : `M${left} ${bottom}l-6 4h${width + 12}l-6-4`,
    `M4 ${box - margin}h${box - 8}`,
  ];
  return `<svg class="drawing" viewBox="0 0 ${box} ${box}" aria-hidden="true"><rect x="${left}" y="${top}" width="${width}" height="${bottom - top}" rx="6"/><path d="${lines.join('')}"/></svg>`;
}
