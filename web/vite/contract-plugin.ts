import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { BrowserCall, CallSpec } from '@brina/contract/wire/call';
import type { Plugin } from 'vite';

/**
 * Keeps the schemas of the contract out of the app: the portal checks what it gets, and the browser trusts the portal. Of every call
 * the app gets what a request is made from and what can be asked of a list (`BrowserCall`), of other exports the plain values; built,
 * in development and in tests alike. A module with functions stays as it is.
 * @param options `examples`: tests also get the examples, which their fixtures reply with
 */
export function contractPlugin({ examples = false } = {}): Plugin {
  const shown = (call: CallSpec): unknown => ({ ...requestFacts(call), ...(examples && { example: call.example }) });
  return {
    name: 'brina-contract',
    enforce: 'pre',
    async load(id) {
      if (!/[\\/]contract[\\/]src[\\/].+\.ts$/.test(id)) return undefined;
      // What was changed in development is another module to Node.
      const { mtimeMs } = await stat(id);
      const source = (await import(`${pathToFileURL(id).href}?${mtimeMs}`)) as Record<string, unknown>;
      const exported = Object.entries(source);
      if (exported.some(([, value]) => typeof value === 'function')) return undefined;
      const code = exported
        .filter(([, value]) => isCall(value) || isPlain(value))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(isCall(value) ? shown(value) : value)};`);
      return { code: code.join('\n'), map: null, moduleSideEffects: false };
    },
  };
}

/** What `client.ts`, the transport and `useServerList` read of a call. */
const requestFacts = ({ id, method, path, reply, spinner, list }: CallSpec): BrowserCall => ({
  id,
  method,
  path,
  reply: reply.kind === 'blob' ? reply : { kind: reply.kind },
  ...(spinner && { spinner }),
  ...(list && { list }),
});

const isCall = (value: unknown): value is CallSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** A text, a number, or a list or record of such: no schema, no list of calls. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? !('_zod' in value) && Object.values(value).every((one) => !isCall(one) && isPlain(one))
    : typeof value !== 'function';
