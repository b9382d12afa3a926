import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Locale, locales } from '@brina/domain/language/locales';
import { type Messages, type Text, textIn } from '@brina/domain/language/messages';
import type { Plugin } from 'vite';
import { appModule, firstPageNames, firstPages } from './first-pages.ts';

/** Folder of the texts in the built app; `src/lib/catalogues.ts` asks for them there. */
const folder = 'assets/messages';

/**
 * Keeps the texts out of the bundle. Of every `*.messages.ts` a web module imports, the bundle gets the namespace and a version; the
 * texts, with those of the `*.texts.json` beside it, become one JSON a namespace and language that is offered, whose name carries the
 * version, so that it may be cached for ever. Those of a first page come in one file a language, which the page names.
 */
export function messagesPlugin(): Plugin {
  const files = new Map<string, string>();
  /** By module, the files of its texts in each language. */
  const filesOf = new Map<string, Record<Locale, string>[]>();
  return {
    name: 'brina-messages',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?');
      if (!file.endsWith('.messages.ts') || query?.includes('raw')) return undefined;
      this.addWatchFile(file);
      this.addWatchFile(file.replace(/\.messages\.ts$/, '.texts.json'));
      const exported = Object.entries(await importAnew(file)).filter(isMessages);
      if (exported.length === 0) throw new Error(`${file} exports no messages()`);
      const own: Record<Locale, string>[] = [];
      filesOf.set(file, own);
      const code = exported.map(([name, source]) => {
        const names = {} as Record<Locale, string>;
        own.push(names);
        const shown = locales.map((locale) => [locale, JSON.stringify(catalogueIn(source, locale))] as const);
        const version = versionOf(shown);
        for (const [locale, json] of shown) {
          const fileName = `${folder}/${source.namespace.replaceAll('/', '.')}.${version}.${locale}.json`;
          files.set(`/${fileName}`, json);
          names[locale] = `/${fileName}`;
          if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName, source: json });
        }
        return `export const ${name} = ${JSON.stringify({ namespace: source.namespace, version })};`;
      });
      return { code: code.join('\n'), map: null, moduleSideEffects: false };
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('Vite has made no index.html');
        const imported = (id: string): readonly string[] => this.getModuleInfo(id)?.importedIds ?? [];
        const words = firstPageNames.map((name) => {
          const modules = [...reachable([appModule, ...firstPages[name]], imported)].sort();
          const inEach = locales.map((locale) => {
            const texts = modules.flatMap((module) => filesOf.get(module) ?? []).map((names) => names[locale]);
            return [locale, `{${texts.map((file) => `${JSON.stringify(file)}:${files.get(file)}`).join()}}`] as const;
          });
          const version = versionOf(inEach);
          for (const [locale, source] of inEach)
            this.emitFile({ type: 'asset', fileName: `${folder}/page.${name}.${version}.${locale}.json`, source });
          return [name, `/${folder}/page.${name}.${version}`] as const;
        });
        const told = `<script type="application/json" id="words">${JSON.stringify(Object.fromEntries(words))}</script>`;
        page.source = String(page.source).replace('</head>', `  ${told}\n  </head>`);
      },
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const json = files.get(request.url?.split('?')[0] ?? '');
        if (json === undefined) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8').end(json);
      });
    },
  };
}

/** These modules, and all that they import at once. */
function reachable(roots: readonly string[], imported: (id: string) => readonly string[]): Set<string> {
  const seen = new Set(roots);
  for (const id of seen) for (const one of imported(id)) seen.add(one);
  return seen;
}

/** Imports a source file with Node itself, as it is on the disk now. */
const importAnew = (file: string): Promise<Record<string, unknown>> => import(/* @vite-ignore */ editionOf(file));

/** The address of a file as it is now: the query makes an edited file another module. */
const editionOf = (file: string): string => `${pathToFileURL(file).href}?edited=${statSync(file).mtimeMs}`;

// What such a module imports is as new as itself: the texts beside it, and the catalogues it borrows rows from.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    const anew = context.parentURL?.includes('.messages.ts?edited=') && /\.(messages\.ts|texts\.json)$/.test(found.url);
    return anew ? { ...found, url: editionOf(fileURLToPath(found.url)) } : found;
  },
});

const isMessages = (entry: [string, unknown]): entry is [string, Messages] => {
  const value = entry[1] as Partial<Messages> | null;
  return typeof value === 'object' && typeof value?.namespace === 'string' && typeof value.texts === 'object';
};

const catalogueIn = ({ texts }: Messages, locale: Locale): Record<string, Text> =>
  Object.fromEntries(Object.entries(texts).map(([key, row]) => [key, textIn(row, locale)]));

const versionOf = (shown: readonly (readonly [Locale, string])[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 8);
