import type { Shape } from '@brina/domain/charts/paper-plot';

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** Shapes as SVG writes them, their attributes being named as in JSX. @param fontOf names the font of words; absent: that of the page */
export const svgText = (shapes: readonly Shape[], fontOf?: (text: string) => string): string =>
  shapes
    .map(({ tag, attributes, children = [], text }) => {
      const all = text === undefined || !fontOf ? attributes : { ...attributes, fontFamily: fontOf(text) };
      const written = Object.entries(all)
        .map(
          ([name, value]) =>
            ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escaped(`${value}`)}"`,
        )
        .join('');
      return `<${tag}${written}>${text === undefined ? svgText(children, fontOf) : escaped(text)}</${tag}>`;
    })
    .join('');
