import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { locales } from '@brina/domain/language/locales';
import { type Messages, textIn } from '@brina/domain/language/messages';
import type { Plugin } from 'vite';

/** Folder of the texts in the built app; `src/lib/messages.ts` asks for them there. */
const folder = 'assets/messages';

/**
 * Keeps the texts out of the bundle. Of every `*.messages.ts` a web module imports, the bundle gets the namespace and a version; the
 * texts become one JSON a namespace and language, whose name carries the version, so that it may be cached for ever.
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
      const exported = Object.entries(await importAnew(file)).filter(isMessages);
      if (exported.length === 0) throw new Error(`${file} exports no messages()`);
      const code = exported.map(([name, source]) => {
        const version = versionOf(source);
        for (const locale of locales) {
          const fileName = `${folder}/${source.namespace.replaceAll('/', '.')}.${version}.${locale}.json`;
          const texts = Object.fromEntries(
            Object.entries(source.texts).map(([key, row]) => [key, textIn(row, locale)]),
          );
          files.set(`/${fileName}`, JSON.stringify(texts));
          if (this.environment.mode === 'build') {
            this.emitFile({ type: 'asset', fileName, source: JSON.stringify(texts) });
          }
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

/** Imports a source file with Node itself; the query makes an edited file another module. */
const importAnew = (file: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ `${pathToFileURL(file).href}?edited=${statSync(file).mtimeMs}`);

const isMessages = (entry: [string, unknown]): entry is [string, Messages] => {
  const value = entry[1] as Partial<Messages> | null;
  return typeof value === 'object' && typeof value?.namespace === 'string' && typeof value.texts === 'object';
};

const versionOf = (source: Messages): string =>
  createHash('sha256').update(JSON.stringify(source.texts)).digest('hex').slice(0, 8);
