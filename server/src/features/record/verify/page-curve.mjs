/** The curve of a batch as SVG: core and air over the minutes since its start, what its stages end at, and where data are missing. */

const height = 300;
const margin = { top: 26, right: 12, bottom: 40, left: 52 };
const points_max = 1500;

const svg = (name, attributes, ...children) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children.flat(2));
  return made;
};

/** A round step, so that a span has about so many. */
function stepOf(span, count) {
  const rough = Math.max(span / count, 1e-9);
  const ten = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((by) => by * ten).find((step) => step >= rough);
}
const ticks = (low, high, count) => {
  const step = stepOf(high - low, count);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, nth) => (first + nth) * step);
};

/** A line that breaks where a value is missing. Of a long one every nth sample is drawn. */
function lineOf(at, values, x, y) {
  const every = Math.ceil(at.length / points_max);
  let isOpen = false;
  let path = '';
  for (let i = 0; i < at.length; i += every) {
    const value = values[i];
    if (typeof value === 'number') path += `${isOpen ? 'L' : 'M'}${x(at[i]).toFixed(1)} ${y(value).toFixed(1)}`;
    isOpen = typeof value === 'number';
  }
  return path;
}

export function curveOf(
  { samples, stages, gaps = [], startedAt, endedAt },
  { say, number, degrees, language, minute_ms },
) {
  const { at, core = [], air = [] } = samples;
  const shown = language.code === 'en-US' ? (value) => (value * 9) / 5 + 32 : (value) => value;
  const values = [...core, ...air].filter((value) => typeof value === 'number').map(shown);
  if (at.length < 2 || values.length === 0) return [];
  const width = Math.min(Math.max(document.getElementById('results').clientWidth - 48, 280), 880);
  const [first, last] = [Math.min(startedAt, at[0]), Math.max(endedAt ?? 0, at.at(-1))];
  const limits = stages.flatMap(({ from, to }) => [from, to]).filter((value) => typeof value === 'number');
  const all = [...values, ...limits.map(shown)];
  const [low, high] = [all.reduce((a, b) => Math.min(a, b)) - 3, all.reduce((a, b) => Math.max(a, b)) + 3];
  const x = (moment) => margin.left + ((moment - first) / (last - first)) * (width - margin.left - margin.right);
  const yOf = (value) => margin.top + ((high - value) / (high - low)) * (height - margin.top - margin.bottom);
  const y = (celsius) => yOf(shown(celsius));
  const unit = language.code === 'en-US' ? '°F' : '°C';
  const [left, right, bottom] = [margin.left, width - margin.right, height - margin.bottom];
  const minutes = ticks(0, (last - first) / minute_ms, width < 500 ? 4 : 8);
  const label = (text, x, y, anchor) => svg('text', { x, y, 'text-anchor': anchor }, text);
  const drawing = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', class: 'curve' },
    svg('title', {}, summaryOf(core, { say, degrees })),
    gaps.map(({ from, to }) =>
      svg('rect', {
        x: x(from),
        y: margin.top,
        width: Math.max(1, x(to) - x(from)),
        height: bottom - margin.top,
        class: 'gap',
      }),
    ),
    ticks(low, high, 6).map((value) => [
      svg('path', { d: `M${left} ${yOf(value)}H${right}`, class: 'grid' }),
      label(number(value, 0), left - 6, yOf(value) + 4, 'end'),
    ]),
    minutes.map((minute) => [
      svg('path', { d: `M${x(first + minute * minute_ms)} ${margin.top}V${bottom}`, class: 'grid' }),
      label(number(minute, 0), x(first + minute * minute_ms), bottom + 18, 'middle'),
    ]),
    label(unit, left - 6, 14, 'end'),
    label('min', right, bottom + 34, 'end'),
    [...new Set(limits)].map((value) => svg('path', { d: `M${left} ${y(value)}H${right}`, class: 'limit' })),
    stages.flatMap(({ startedAt: began, endedAt: ended }) =>
      [began, ended]
        .filter((moment) => typeof moment === 'number')
        .map((moment) => svg('path', { d: `M${x(moment)} ${margin.top}V${bottom}`, class: 'limit' })),
    ),
    svg('path', { d: lineOf(at, air, x, y), class: 'air' }),
    svg('path', { d: lineOf(at, core, x, y), class: 'core' }),
  );
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  for (const key of ['core', 'air']) {
    const line = svg(
      'svg',
      { viewBox: '0 0 28 8', width: 28, height: 8, 'aria-hidden': 'true' },
      svg('path', { d: 'M0 4H28', class: key }),
    );
    const part = document.createElement('span');
    part.append(line, ` ${say(key)}`);
    caption.append(part);
  }
  figure.append(drawing, caption);
  return [figure];
}

function summaryOf(core, { say, degrees }) {
  const known = core.filter((value) => typeof value === 'number');
  const ends = known.length > 0 ? say('stageOf', { from: degrees(known[0]), to: degrees(known.at(-1)) }) : '–';
  return `${say('curve')}: ${say('core')}, ${ends}`;
}
