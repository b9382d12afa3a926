import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicConfig } from '@brina/contract/config';
import { isOpenPath, pathOf } from '@brina/contract/screens';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#core/http/refusal.ts';

/** Paths below which an unknown address is a real 404 and never the app. */
const noApp = /^\/(assets|html|api|idp|messages|dev)(\/|$)/;

/** Paths that name a file; one that ends in an e-mail address, such as a user's page, is a page of the app. */
const fileName = /\/[^/@%]*\.\w{2,5}$/;

/** Paths that no address of ours has and no browser asks for: tricks that lead out of a folder, or to another host. */
const trick = /%00|%5c|\\|^\/\/|(\/|%2f)(\.|%2e){2}(\/|%2f|$)/i;
const path_max = 2_000;

/**
 * Serves the built web app: hashed files for ever, the page itself always fresh with its own style nonce. Where nothing
 * was built, one plain sentence says so.
 */
export async function serveWebApp(
  app: FastifyInstance,
  dist: string,
  { config, methodsOf }: { config(host: string): PublicConfig; methodsOf(path: string): string[] },
): Promise<void> {
  const index = join(dist, 'index.html');
  if (existsSync(index)) {
    await app.register(fastifyStatic, {
      root: dist,
      // The build has put beside each file what it is compressed.
      preCompressed: true,
      // Only files, and never the page itself: it is served with a nonce of its own.
      allowedPath: (path) => /\.\w+$/.test(path) && path !== '/index.html',
      setHeaders: (reply, path) => {
        // What a service worker fetches goes by its own policy; it is asked for anew at each start.
        if (path.endsWith('/service-worker.js'))
          reply.header('content-security-policy', "default-src 'self'").header('cache-control', 'no-cache');
        // Asked for by the page and again by each piece of it.
        if (path.endsWith('/favicon.svg')) reply.header('cache-control', 'public, max-age=86400');
        if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isAddress = path.length <= path_max && !trick.test(path);
    const isPage = isAddress && !noApp.test(path) && !fileName.test(path);
    const isRead = ['GET', 'HEAD'].includes(request.method);
    const methods = isPage ? ['GET', 'HEAD'] : methodsOf(path);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      throw new Refusal('method_not_allowed', 405);
    }
    if (!isRead || !isPage) throw new Refusal('not_found', 404);
    if (!existsSync(index))
      return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built. Run npm start.');
    return page(reply, await pageOf(dist, path, config(request.host)));
  });
}

/**
 * The page of a path: with the configuration in it, the files that its first picture needs named in its head, and the skeleton of what
 * comes. All of it is the same for everybody.
 */
async function pageOf(dist: string, path: string, config: PublicConfig): Promise<string> {
  const [html, list] = await Promise.all(
    ['index.html', 'first-pages.json'].map((file) => readFile(join(dist, file), 'utf8')),
  );
  const first = isOpenPath(path) ? 'login' : 'home';
  const files = (JSON.parse(list ?? '') as Record<string, string[]>)[first] ?? [];
  const head = files.map((file) => preload(`/${file}`)).join('');
  // A data block is never run; `<` could end it.
  const data = JSON.stringify(config).replaceAll('<', '\\u003c');
  return (html ?? '')
    .replace('data-page=""', `data-page="${path === pathOf('dashboard') || first === 'login' ? first : 'screen'}"`)
    .replace('</head>', () => `${head}<script type="application/json" id="config">${data}</script></head>`);
}

const preload = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;

function page(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', contentPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replace('</head>', `<meta property="csp-nonce" nonce="${nonce}"></head>`));
}

/** No inline script, no foreign origin; Mantine writes its variables into style elements, which carry the nonce. */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
