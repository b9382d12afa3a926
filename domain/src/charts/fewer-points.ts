import type { ChartContent } from './chart-content.ts';

/**
 * A content with so many moments at most: of each stretch those stay at which any line is highest or lowest, so that no peak is lost.
 * @param most two for each line in every stretch; fewer stretches where there are many lines
 */
export function fewerPoints(content: ChartContent, most: number): ChartContent {
  const { at_ms, series } = content;
  if (at_ms.length <= most) return content;
  const stretches = Math.max(1, Math.floor((most - 2) / (2 * Math.max(1, series.length))));
  const kept = new Set([0, at_ms.length - 1]);
  for (let nth = 0; nth < stretches; nth++) {
    const from = Math.floor((nth * at_ms.length) / stretches);
    const to = Math.floor(((nth + 1) * at_ms.length) / stretches);
    for (const { values } of series) {
      let [low, high] = [-1, -1];
      for (let place = from; place < to; place++) {
        const value = values[place] ?? null;
        if (value === null) continue;
        if (low < 0 || value < (values[low] ?? 0)) low = place;
        if (high < 0 || value > (values[high] ?? 0)) high = place;
      }
      if (low >= 0) kept.add(low).add(high);
    }
  }
  const places = [...kept].sort((a, b) => a - b);
  const of = <T>(values: readonly T[]): T[] => places.map((place) => values[place] as T);
  return {
    ...content,
    at_ms: of(at_ms),
    series: series.map(({ low, high, ...line }) => ({
      ...line,
      values: of(line.values),
      ...(low && high ? { low: of(low), high: of(high) } : {}),
    })),
  };
}
