/** The page that verifies records: files in, a verdict and the record as it was sealed out. Nothing leaves the device but hashes, of leaves and of files. */
import { hexOf, joined, machine, verify } from './brina-verify.mjs';
import { curveOf } from './page-curve.mjs';

const data = JSON.parse(document.getElementById('texts').textContent);
const states = ['WHOLE', 'CHANGED', 'NOT_ANCHORED', 'UNREADABLE'];
/** Of the records of one file the portal is asked for so many. */
const asked_max = 10;
const icons = ['M5 13l5 5 9-11', 'M6 6l12 12M18 6L6 18', 'M12 5v9M12 18.5v.5', 'M7 12h10'];
/** Records of a book that can be chosen; of a longer one the latest. */
const shown_max = 500;

const asked = [new URLSearchParams(location.search).get('lang'), ...navigator.languages];
/** The row of a language by its code, or by the tag of a browser: exactly, else by its first letters. */
const languageOf = (tag) =>
  data.languages.find(({ code, html }) => [code, html].includes(tag)) ??
  data.languages.find(({ html }) => tag && html.split('-')[0] === tag.split('-')[0]);
let language = asked.map(languageOf).find(Boolean) ?? data.languages[0];
/** What was checked, with what it said, so that another language or another checkpoint needs no new choice. */
let checked = [];

const say = (key, values = {}) =>
  (language.texts[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
const element = (id) => document.getElementById(id);

/** An element with attributes and children; a text becomes text, never markup. */
function h(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

/** A moment with the name of its zone: records are of their kitchen's, checkpoints are of none. */
const moment = (at, zone) => {
  const day = { year: 'numeric', month: 'short', day: 'numeric' };
  const style = { ...day, hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' };
  try {
    return new Intl.DateTimeFormat(language.intl, { ...style, timeZone: zone }).format(at);
  } catch {
    return new Intl.DateTimeFormat(language.intl, { ...style, timeZone: 'UTC' }).format(at);
  }
};
const number = (value, digits = 1) =>
  typeof value === 'number'
    ? new Intl.NumberFormat(language.intl, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        value,
      )
    : '–';
/** Records are in °C; readers of American English have their own unit, as everywhere in the portal. */
const degrees = (value) =>
  language.code === 'en-US'
    ? `${number((value * 9) / 5 + 32)}°F`
    : `${number(value)}${language.code === 'en' || language.code === 'ja' ? '' : '\u00a0'}°C`;

/** The leaf of an entry in its tree. */
const leafOf = (entry) => {
  const line = JSON.stringify(Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))));
  return hexOf(machine.sha256(joined([0], new TextEncoder().encode(line))));
};

// --- One record ---------------------------------------------------------------------------------------------------------------

const rows = (pairs) =>
  h(
    'dl',
    {},
    pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))),
  );

/** A table of rows, whose first cell says what a row is of. */
function tableOf(title, keys, lines) {
  const names = keys.map((key) => say(key));
  const head = names.map((name) => h('th', { scope: 'col' }, name));
  const body = lines.map(([first, ...cells]) => {
    // On a phone the cells stand below each other, each with the name of its column.
    const row = cells.map((cell, at) => h('td', { 'data-name': names[at + 1] }, cell));
    return h('tr', {}, h('th', { scope: 'row' }, first), row);
  });
  return h('table', {}, h('caption', {}, title), h('thead', {}, h('tr', {}, head)), h('tbody', {}, body));
}

function stagesOf({ stages, timeZone }) {
  const lines = stages.map(({ from, to, startedAt, endedAt, minutes, limit_min: limit, verdict }) => {
    const name = from === null ? degrees(to) : say('stageOf', { from: degrees(from), to: degrees(to) });
    const times = [startedAt, endedAt].map((at) => (typeof at === 'number' ? moment(at, timeZone) : '–'));
    const lengths = [`${number(minutes)} min`, `${number(limit, 0)} min`];
    return [name, ...times, ...lengths, verdict ? say(`verdict.${verdict}`) : '–'];
  });
  return tableOf(say('stages'), ['stage', 'started', 'ended', 'took', 'limit', 'verdict'], lines);
}

function batchOf(entry, content) {
  const {
    verdict,
    reasons = [],
    product,
    lot,
    applianceName,
    serialNumber,
    model,
    laboratory,
    company,
    timeZone,
  } = content;
  const { minutes, limit_min: limit, rule, startedAt, endedAt, imported } = content;
  const sealed = moment(entry.at, timeZone);
  return [
    h('p', { class: `verdict ${verdict}` }, say(`verdict.${verdict}`)),
    reasons.map((reason) => h('p', {}, say(`reason.${reason}`))),
    rows([
      [say('minutes'), limit ? say('minutesOf', { minutes: number(minutes), limit: number(limit, 0) }) : undefined],
      [say('product'), product],
      [say('lot'), lot],
      [say('started'), moment(startedAt, timeZone)],
      [say('ended'), endedAt && moment(endedAt, timeZone)],
      [say('appliance'), applianceName],
      [say('serialNumber'), serialNumber],
      [say('model'), model],
      [say('kitchen'), laboratory],
      [say('company'), company],
      [say('rule'), rule && `${rule.id} @${rule.version}`],
      [say('revision'), entry.rev],
      [say('sealedAt'), imported ? say('imported', { time: moment(imported, timeZone), sealed }) : sealed],
    ]),
    curveOf(content, { say, number, degrees, language, minute_ms: data.minute_ms }),
    stagesOf(content),
  ];
}

/** Any content can be shown as it is; a batch is drawn as on paper. What lacks something is shown as it is. */
function contentOf(entry, content) {
  if (entry.kind === 'batch' && Array.isArray(content?.stages))
    try {
      return batchOf(entry, content);
    } catch {
      // A content that has the members of a batch and not their values.
    }
  const text = JSON.stringify(content, null, 2);
  const region = { class: 'wide', tabindex: '0', role: 'region', 'aria-label': say('otherContent') };
  return [
    h('p', {}, `${entry.kind} ${entry.id}, ${say('revision')} ${entry.rev}`),
    h('div', region, h('pre', {}, text)),
  ];
}

/** Every call needs the key that meters, which is no secret; it is asked for once. */
let metering;
async function meteringHeaders() {
  const { subscriptionKeyHeader, subscriptionKey } = await (await fetch('/config.json')).json();
  return { [subscriptionKeyHeader]: subscriptionKey };
}

/** What the portal that serves this page says of a hash, and nothing else is told it; a page saved to disk asks nobody. */
async function ask(path) {
  if (!location.protocol.startsWith('http')) return undefined;
  try {
    metering ??= meteringHeaders();
    const reply = await fetch(`/api/v1/analytics/haccp/${path}`, { headers: await metering });
    return reply.ok ? await reply.json() : undefined;
  } catch {
    // Asked again with the next question: a link comes back.
    metering = undefined;
    return undefined;
  }
}

async function askForNewer(entry, place) {
  const told = await ask(`verify/${leafOf(entry)}`);
  if (typeof told?.superseded !== 'boolean') return;
  place.replaceChildren(h('p', { class: told.superseded ? 'warning' : '' }, say(told.superseded ? 'newer' : 'newest')));
}

function recordsOf(records) {
  const place = h('div', {});
  const newer = h('div', { role: 'status' });
  const show = ({ entry, content }) => {
    place.replaceChildren(...contentOf(entry, content).flat(2).filter(Boolean));
    newer.replaceChildren();
    void askForNewer(entry, newer);
  };
  const nameOf = ({ entry, content }) =>
    [entry.ix, content?.product ?? entry.kind, content?.startedAt && moment(content.startedAt, content.timeZone)]
      .filter((part) => part ?? false)
      .join(' · ');
  const options = records.map((record, at) => h('option', { value: String(at) }, nameOf(record)));
  const select = h('select', {}, options);
  select.value = String(records.length - 1);
  select.addEventListener('change', () => show(records[Number(select.value)]));
  show(records.at(-1));
  const choice = records.length > 1 ? h('label', {}, h('span', {}, say('shown')), select) : undefined;
  return h('section', { class: 'record' }, h('h3', {}, say('draws')), h('p', {}, say('compare')), choice, newer, place);
}

// --- A report of a period -----------------------------------------------------------------------------------------------------

/** How its records were judged, each of them, and what of it they do not prove. */
function reportOf({ count, counts, unsealed, unproven }, records) {
  const countLines = Object.entries(counts).map(([name, n]) => {
    const [kind, verdict] = name.split(' ');
    return [say(kind), say(`verdict.${verdict}`), number(n, 0)];
  });
  const lines = records.map(({ entry, content }) => {
    const { product, day, startedAt, applianceName, serialNumber, timeZone, verdict } = content;
    const when = day ?? (startedAt && moment(startedAt, timeZone)) ?? '–';
    const texts = [product ?? say(entry.kind), when, applianceName ?? serialNumber ?? '–', say(`verdict.${verdict}`)];
    return [String(entry.ix), ...texts.map(String)];
  });
  return h(
    'section',
    {},
    h('h3', {}, say('report')),
    h('p', { class: 'fact' }, say('reportProven', { n: count })),
    unsealed > 0 ? h('p', { class: 'warning' }, say('reportUnsealed', { n: unsealed })) : undefined,
    lines.length > 0
      ? [
          tableOf(say('counts'), ['content', 'verdict', 'records'], countLines),
          h(
            'details',
            {},
            h('summary', {}, say('records')),
            tableOf(say('reportProven', { n: count }), ['entry', 'content', 'started', 'appliance', 'verdict'], lines),
          ),
        ]
      : undefined,
    h('p', {}, say('reportAlone')),
    h('p', { class: 'fact' }, say('reportRest', { names: unproven.join(', ') })),
  );
}

// --- One file -----------------------------------------------------------------------------------------------------------------

/** How a result is headed: a file that fits together and is in no book of the portal that it is shown to is not to be relied on. */
function stateOf({ exit, here }) {
  if (exit !== 2) return states[exit];
  return here === undefined ? 'NOT_ANCHORED' : here ? 'WHOLE_HERE' : 'NOT_FOUND';
}

function badgeOf(state) {
  const looks = { NOT_FOUND: 'CHANGED', WHOLE_HERE: 'WHOLE' }[state] ?? state;
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[states.indexOf(looks)]);
  drawing.append(path);
  const word = state === 'NOT_FOUND' ? state : looks;
  return h('p', { class: `state ${looks}` }, drawing, h('strong', {}, say(word)));
}

const findingOf = ({ code, ...values }) => {
  const where = ['note', '--checkpoint'].includes(values.where) ? say('checkpoint') : values.where;
  return h('li', {}, say(`finding.${code}`, { ...values, where }));
};

/** Whether the very file was issued: what it proves it proves by itself, whether or not it was. */
async function askWhetherIssued(hash, place) {
  const told = await ask(`verify/files/${hash}`);
  if (told?.issued === undefined) return;
  const { issued } = told;
  const said = issued ? say('issuedAt', { time: moment(issued.at), ix: issued.ix }) : say('notIssued');
  place.replaceChildren(h('p', { class: 'fact' }, said));
}

function articleOf(result, issues) {
  const { name, hash, exit, findings, facts, records } = result;
  const state = stateOf(result);
  const some = findings.slice(0, 20).map(findingOf);
  const more = findings.length > 20 ? h('li', {}, say('more', { n: findings.length - 20 })) : undefined;
  const report = facts.find(({ kind }) => kind === 'report');
  const isShown = exit === 0 || exit === 2;
  const factLines = (report ? [] : facts).map(({ kind, book, ix, count }) =>
    h(
      'p',
      { class: 'fact' },
      kind === 'book' ? say('bookHas', { book, last: count - 1 }) : say('sealedAs', { ix, book }),
    ),
  );
  const issue = hash && issues.get(hash);
  const issued = h('div', { role: 'status' });
  if (hash && issue === undefined) void askWhetherIssued(hash, issued);
  return h(
    'article',
    {},
    h('h2', {}, name),
    badgeOf(state),
    h('p', { class: 'sentence' }, say(`is.${state}`)),
    some.length > 0 ? h('ul', { 'aria-label': say('findings') }, some, more) : undefined,
    factLines,
    issue === undefined ? undefined : h('p', { class: 'fact' }, say('issued', { ix: issue })),
    issued,
    hash ? h('p', { class: 'fact' }, `${say('fingerprint')}: `, h('code', {}, hash)) : undefined,
    report && isShown ? reportOf(report, records) : undefined,
    records.length > 0 && isShown ? recordsOf(records) : undefined,
  );
}

/** Verifies a file, and keeps what can be shown of it. */
async function checkOne(blob, options) {
  const source = {
    size: blob.size,
    blob,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
  const [records, all, issues] = [[], [], new Map()];
  const onContent = (entry, content) => {
    if (entry.kind === 'issue')
      for (const [hash] of JSON.stringify(content).matchAll(/[0-9a-f]{64}/g)) issues.set(hash, entry.ix);
    for (const kept of entry.kind === 'batch' ? [records, all] : [all]) {
      kept.push({ entry, content });
      if (kept.length > shown_max) kept.shift();
    }
  };
  const result = await verify(source, { ...options, onContent });
  const isBook = result.facts.some(({ kind }) => kind === 'book');
  const hash = isBook || blob.size > 1 << 26 ? undefined : hexOf(machine.sha256(await source.read(0, blob.size)));
  const isReport = result.facts[0]?.kind === 'report';
  const shown = !isReport && (isBook || records.length > 0) ? records : all;
  return { name: blob.name, blob, ...result, records: shown, issues, hash, entries: isBook ? [] : all };
}

/** The keys that the portal which serves this page publishes, as lines; undefined where nobody can be asked. */
async function keysOfPortal() {
  const published = await ask('keys');
  if (!Array.isArray(published)) return undefined;
  const name = 'portal';
  const lines = published.map((one) => {
    const key = Uint8Array.from(one.public.match(/../g), (pair) => Number.parseInt(pair, 16));
    const id = hexOf(machine.sha256(joined(new TextEncoder().encode(`${name}\n`), [1], key)).subarray(0, 4));
    return `${name}+${id}+${btoa(String.fromCharCode(1, ...key))}`;
  });
  return lines.join('\n');
}

/**
 * Asks the portal, where it serves this page, about what nobody has proven from elsewhere: whether its own keys signed it, and whether its
 * books have these records. Whoever makes a record up signs it with a key, too. `here`: whether they do; absent where nobody can tell.
 */
async function askedHere(one, options) {
  if (one.exit !== 2 || one.entries.length === 0) return one;
  const keys = options.keys ? undefined : await keysOfPortal();
  const again = keys ? await checkOne(one.blob, { ...options, keys }) : one;
  const told = await Promise.all(one.entries.slice(-asked_max).map(({ entry }) => ask(`verify/${leafOf(entry)}`)));
  if (told.some((answer) => answer?.included === false)) return { ...one, here: false };
  const isHere =
    told.every((answer) => answer?.included) && again.findings.every(({ code }) => code === 'outside_none');
  return isHere ? { ...again, here: true } : again;
}

/**
 * Holds what was given against each other: two books that one company shows to two readers, or a book of which one record was sealed
 * otherwise. That they agree proves nothing, as they may come from one hand.
 */
async function compared(results, { keys, checkpoints }) {
  const notesOf = ({ exit, facts }) => (exit === 0 || exit === 2 ? facts.map(({ note }) => note ?? '') : []);
  return Promise.all(
    results.map(async (one) => {
      const others = results.filter((other) => other !== one).flatMap(notesOf);
      if (others.length === 0 || notesOf(one).length === 0) return one;
      const again = await checkOne(one.blob, {
        ...(keys && { keys }),
        checkpoints: [checkpoints, ...others].join('\n\n'),
      });
      return again.exit === 1 ? again : one;
    }),
  );
}

function showAll() {
  const issues = new Map(checked.flatMap((one) => [...one.issues]));
  element('results').replaceChildren(...checked.map((one) => articleOf(one, issues)));
}

/** Of checks that overlap, as a key and a checkpoint are typed, the last one shows its results. */
let round = 0;
let chosen = [];

async function checkAll(files = chosen) {
  chosen = files;
  const mine = ++round;
  const [keys, checkpoints] = [element('key').value.trim(), element('checkpoint').value];
  const results = [];
  for (const file of files) {
    element('working').textContent = say('working', { name: file.name });
    // The word is painted before the work begins.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const options = { checkpoints, ...(keys && { keys }) };
    results.push(await askedHere(await checkOne(file, options), options));
  }
  const held = await compared(results, { keys, checkpoints });
  if (mine !== round) return;
  checked = held;
  element('working').textContent = '';
  showAll();
}

// --- The page -----------------------------------------------------------------------------------------------------------------

function showLanguage() {
  document.documentElement.lang = language.html;
  document.title = say('title');
  for (const one of document.querySelectorAll('[data-text]')) one.textContent = say(one.dataset.text);
  showAll();
  void showLeaf();
}

/** What the code on a paper leads to: its entry, and whether there is a newer one. What the paper says its file alone proves. */
async function showLeaf() {
  const leaf = new URLSearchParams(location.search).get('leaf');
  const told = /^[0-9a-f]{64}$/.test(leaf ?? '') ? await ask(`verify/${leaf}`) : undefined;
  if (typeof told?.included !== 'boolean') return;
  const revision = told.superseded ? say('newer') : say('newest');
  element('leaf').replaceChildren(
    h('p', { class: told.included ? 'fact' : 'warning' }, say(told.included ? 'leafKnown' : 'leafUnknown')),
    ...(told.included ? [h('p', { class: told.superseded ? 'warning' : 'fact' }, revision)] : []),
    h('p', {}, say('leafHow')),
  );
}

const choice = element('language');
choice.replaceChildren(...data.languages.map(({ code, html, name }) => h('option', { value: code, lang: html }, name)));
choice.value = language.code;
choice.addEventListener('change', () => {
  language = data.languages.find(({ code }) => code === choice.value);
  showLanguage();
});
const input = element('files');
element('choose').addEventListener('click', () => input.click());
input.addEventListener('change', () => void checkAll([...input.files]));
for (const id of ['key', 'checkpoint']) element(id).addEventListener('change', () => void checkAll());
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  void checkAll([...event.dataTransfer.files]);
});
element('tool').hidden = false;
showLanguage();
