import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { appModule, firstPageNames, firstPages } from './first-pages.ts';

/** What the portal reads: of each first page the files it needs at once, besides what every page names itself. */
const listFile = 'first-pages.json';

/** Tells the portal which files to name in the head of a first page, and names the build in its page. */
export function firstPagesPlugin(): Plugin {
  return {
    name: 'brina-first-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('Vite has made no index.html');
      const html = String(page.source);
      const files = firstPageNames.map((name) => {
        const all = filesOf(bundle, [appModule, ...firstPages[name]]);
        return [name, all.filter((file) => !html.includes(`/${file}"`))] as const;
      });
      this.emitFile({ type: 'asset', fileName: listFile, source: JSON.stringify(Object.fromEntries(files)) });
      const build = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
      page.source = html.replace('<html ', `<html data-build="${build}" `);
    },
  };
}

/** The scripts and style sheets that run these modules: their chunks, and all that those import at once. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const seen = new Set<string>();
  const styles = new Set<string>();
  const follow = (fileName: string): void => {
    const chunk = chunks.find((one) => one.fileName === fileName);
    if (!chunk || seen.has(fileName)) return;
    seen.add(fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file);
    for (const one of chunk.imports) follow(one);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!chunk) throw new Error(`${module} is in no chunk`);
    follow(chunk.fileName);
  }
  return [...styles, ...seen];
}
