import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const source = resolve(import.meta.dirname, '../src/worker/service-worker.ts');

/** Builds the service worker, one file without a hash in its name; it knows which build it belongs to. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'brina-service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const name = page?.type === 'asset' && /data-build="(\w+)"/.exec(String(page.source))?.[1];
      if (!name) throw new Error('the page does not say which build it is');
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'silent',
        define: { __BUILD__: JSON.stringify(name) },
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
        },
      });
      if (Array.isArray(built) || !('output' in built)) throw new Error('one build was asked for');
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: built.output[0].code });
    },
  };
}
