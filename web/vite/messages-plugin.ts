import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Locale, locales } from '@brina/domain/language/locales';
import { type Messages, type Text, textIn } from '@brina/domain/language/messages';
import type { Plugin } from 'vite';

/** Folder of the texts in the built app; `src/lib/messages.ts` asks for them there. */
const folder = 'assets/messages';

/**
 * Keeps the texts out of the bundle. Of every `*.messages.ts` a web module imports, the bundle gets the namespace and a version; the
 * texts, with those of the `*.texts.json` beside it, become one JSON a namespace and language that is offered, whose name carries the
 * version, so that it may be cached for ever.
 */
export function messagesPlugin(): Plugin {
  const files = new Map<string, string>();
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
      const code = exported.map(([name, source]) => {
        const shown = locales.map((locale) => [locale, JSON.stringify(catalogueIn(source, locale))] as const);
        const version = versionOf(shown);
        for (const [locale, json] of shown) {
          const fileName = `${folder}/${source.namespace.replaceAll('/', '.')}.${version}.${locale}.json`;
          files.set(`/${fileName}`, json);
          if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName, source: json });
        }
        return `export const ${name} = ${JSON.stringify({ namespace: source.namespace, version })};`;
      });
      return { code: code.join('\n'), map: null, moduleSideEffects: false };
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
