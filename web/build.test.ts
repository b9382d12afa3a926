/** Weighs the built app and looks for what its content security policy forbids. Run after `vite build`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { locales } from '@brina/domain/language/locales';

type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[]; css?: string[] };

/** The folder to weigh. Without it there is nothing to test: the sources alone may be newer than what was last built. */
const dist = process.env.BRINA_WEB_DIST ?? '';
const skip = dist === '' && 'BRINA_WEB_DIST names no built app';
const read = (file: string): string => readFileSync(join(dist, file), 'utf8');
const manifest = skip ? {} : (JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>);
const entry = 'index.html';

/** A module that several chunks share stands in the manifest without its path, by its name alone. */
const chunkOf = (module: string): Chunk | undefined =>
  manifest[module] ?? Object.values(manifest).find(({ name }) => name === basename(module, '.ts'));

/** What a browser has loaded once these modules run: their chunks and everything those import at once. */
function closure(...names: string[]): { js: Set<string>; css: Set<string> } {
  const seen = new Set<string>();
  const follow = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunkOf(name);
    assert.ok(chunk, `${name} is in the manifest`);
    for (const one of chunk.imports ?? []) follow(one);
  };
  for (const name of names) follow(name);
  const chunks = [...seen].map((name) => chunkOf(name) as Chunk);
  return {
    js: new Set(chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js'))),
    css: new Set(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

/** Size as it travels, in kB of 1000 B. */
const gzip_kB = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1000;

/** What a first page has loaded: what the page itself names, and what the portal names for it. */
function firstPage(name: 'login' | 'home', ...modules: string[]): { js: Set<string>; css: Set<string> } {
  const { js, css } = closure(entry, ...modules);
  const named = (JSON.parse(read('first-pages.json')) as Record<string, string[]>)[name] ?? [];
  for (const file of named) (file.endsWith('.css') ? css : js).add(file);
  return { js, css };
}
// The live connection comes with the first screen behind the sign-in.
const live = '../node_modules/@stomp/stompjs/esm6/index.js';

/** Screens that draw a time series, which may weigh more. */
const withChart = [
  'src/features/kitchen/appliance/ApplianceScreen.tsx',
  'src/features/record/haccp/HaccpListScreen.tsx',
];
/** What starts a cycle checks every command of every family, which the dashboard need not load for it. */
const withCommands = ['src/features/kitchen/cycles/CycleDefinitionScreen.tsx'];
const budgets = {
  login: 145,
  dashboard: 186,
  route: 45,
  commands: 2,
  chart: 35,
  css: 45,
  words: 8,
  icons: 20,
  font: 50,
};

describe('the built app', { skip }, () => {
  it('login and dashboard stay within their budgets', (test) => {
    for (const [name, { js, css }, budget] of [
      ['login', firstPage('login'), budgets.login],
      ['dashboard', firstPage('home', live), budgets.dashboard],
    ] as const) {
      const weight = gzip_kB(js);
      test.diagnostic(
        `${name}: ${weight.toFixed(1)} of ${budget} kB JS in ${js.size} files, ${gzip_kB(css).toFixed(1)} kB CSS`,
      );
      assert.ok(weight <= budget, `${name}: ${weight.toFixed(1)} kB JS, at most ${budget}`);
      assert.ok(gzip_kB(css) <= budgets.css, `${name}: ${gzip_kB(css).toFixed(1)} kB CSS, at most ${budgets.css}`);
    }
  });

  it('every other screen adds little to the frame', (test) => {
    const base = firstPage('home', live).js;
    const screens = Object.keys(manifest).filter((name) => /^src\/features\/\w+\/[\w-]+\/\w+Screen\.tsx$/.test(name));
    assert.ok(screens.length > 4);
    for (const name of screens.filter((one) => !one.includes('/dashboard/') && !one.includes('/login/'))) {
      const added = gzip_kB([...closure(name).js].filter((file) => !base.has(file)));
      const budget =
        budgets.route +
        (withChart.includes(name) ? budgets.chart : 0) +
        (withCommands.includes(name) ? budgets.commands : 0);
      test.diagnostic(`${name}: +${added.toFixed(1)} of ${budget} kB`);
      assert.ok(added <= budget, `${name}: +${added.toFixed(1)} kB, at most ${budget}`);
    }
  });

  const icons = 'src/ui/cycle-icons/CycleGlyph.tsx';
  it('the icons of cycles come in one file of at most 20 kB, with none of the first pages', (test) => {
    const first = new Set([...firstPage('login').js, ...firstPage('home', live).js]);
    const own = [...closure(icons).js].filter((file) => !first.has(file));
    assert.equal(own.length, 1);
    test.diagnostic(`${gzip_kB(own).toFixed(1)} of ${budgets.icons} kB`);
    assert.ok(gzip_kB(own) <= budgets.icons);
  });

  it('the words of login and frame weigh at most 8 kB in each language', () => {
    for (const locale of locales) {
      const words = globSync(`assets/messages/web.{login,shell,titles,errors}.*.${locale}.json`, { cwd: dist });
      assert.equal(words.length, 4, locale);
      assert.ok(gzip_kB(words) <= budgets.words, `${locale}: ${gzip_kB(words).toFixed(1)} kB`);
    }
  });

  it('S1.2 the words before the sign-in have no quantity: what shows one in the reader’s units comes behind it', () => {
    const words = globSync('assets/messages/{page.login,web.*password,web.document}.*.json', { cwd: dist });
    assert.ok(words.length >= locales.length * 3);
    for (const file of words) assert.doesNotMatch(read(file), /\[[^\]]*\d (Cel|K|bar|mm|m|kg)\]/, file);
  });

  it('a font of one script weighs at most 50 kB', () => {
    for (const font of globSync('assets/*.woff2', { cwd: dist })) {
      const weight = readFileSync(join(dist, font)).length / 1000;
      assert.ok(weight <= budgets.font, `${font}: ${weight} kB`);
    }
  });

  it('nothing in it needs an exception from the content security policy', () => {
    const html = read('index.html');
    assert.doesNotMatch(html, /<script(?![^>]*\b(src=|type="application\/json"))/, 'inline script; data is none');
    assert.doesNotMatch(html, /<style|\bstyle=|\bon\w+=/, 'inline style or handler');
    for (const file of globSync('assets/*.js', { cwd: dist })) {
      assert.doesNotMatch(read(file), /\beval\(|new Function\(/, file);
    }
    for (const file of globSync('assets/*.{js,css}', { cwd: dist })) {
      assert.doesNotMatch(read(file), /(@import|import\(|url\(|fetch\()["' (]*https?:/, file);
    }
  });

  it('no schema of the contract is in a script', () => {
    for (const file of globSync('assets/*.js', { cwd: dist })) assert.doesNotMatch(read(file), /_zod\b/, file);
  });

  it('no text of the interface is in a script', () => {
    const italian = /Apparecchio|Ricordami|Accesso non consentito/;
    for (const file of globSync('assets/*.js', { cwd: dist })) assert.doesNotMatch(read(file), italian, file);
  });
});
