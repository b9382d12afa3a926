import { pathToFileURL } from 'node:url';
import type { Call } from '@brina/contract/wire/call';
import type { Plugin } from 'vite';

/**
 * Keeps the schemas of the contract out of the built app: the portal checks what it gets, and the browser trusts the portal. Of every
 * call the bundle gets what a request is made from and what can be asked of a list, of other exports the plain values. A module with functions stays as it is.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'brina-contract',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!/[\\/]contract[\\/]src[\\/].+\.ts$/.test(id)) return undefined;
      const exported = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>);
      if (exported.some(([, value]) => typeof value === 'function')) return undefined;
      const code = exported
        .filter(([, value]) => isCall(value) || isPlain(value))
        .map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(isCall(value) ? requestFacts(value) : value)};`,
        );
      return { code: code.join('\n'), map: null, moduleSideEffects: false };
    },
  };
}

/** What `client.ts`, the transport and `useServerList` read of a call. */
const requestFacts = ({ id, method, path, reply, spinner, list }: Call) => ({
  id,
  method,
  path,
  reply: reply.kind === 'blob' ? reply : { kind: reply.kind },
  spinner,
  list,
});

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** A text, a number, or a list or record of such: no schema, no list of calls. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? !('_zod' in value) && Object.values(value).every((one) => !isCall(one) && isPlain(one))
    : typeof value !== 'function';
