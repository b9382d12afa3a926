import type { BrowserCall, Input, Reply } from './call.ts';
import type { WireError } from './errors.ts';
import { filled } from './paths.ts';

/** A call was refused, or the portal could not be reached (`status` 0, code `generic`). */
export class CallFailed extends Error {
  readonly status: number;
  readonly error: WireError;
  constructor(status: number, error: WireError, options?: ErrorOptions) {
    super(`${error.code} (${error.requestId})`, options);
    this.status = status;
    this.error = error;
  }
}

export type Transport = {
  /** Origin of the portal, '' for one's own. */
  baseUrl: string;
  /** Authorization, subscription key, language: asked anew for each request. */
  headers(): Record<string, string>;
  fetch?: typeof fetch;
};

/** The request of a call: method, address with its parameters filled in, headers and body. */
export function requestOf(
  c: BrowserCall,
  input: unknown,
): { method: string; url: string; headers: Record<string, string>; body?: string } {
  const { params, query, headers, body } = input as Record<
    'params' | 'query' | 'headers',
    Record<string, unknown> | undefined
  > & { body?: unknown };
  const path = filled<string>(c.path, params ?? {});
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  return {
    method: c.method,
    url: search.size > 0 ? `${path}?${search}` : path,
    headers: {
      ...(headers as Record<string, string> | undefined),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/**
 * Makes a call over the wire and resolves with its reply; a stream resolves with the text chunks.
 * @throws {CallFailed} when it was refused or did not arrive.
 */
export async function send<C extends BrowserCall>(
  c: C,
  input: Input<C>,
  to: Transport,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  const request = requestOf(c, input);
  const didNotArrive = (cause: unknown): never => {
    throw signal?.aborted ? cause : new CallFailed(0, { code: 'generic', message: '', requestId: '' }, { cause });
  };
  const response = await (to.fetch ?? fetch)(to.baseUrl + request.url, {
    method: request.method,
    headers: { ...to.headers(), ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(signal ? { signal } : {}),
  }).catch(didNotArrive);
  if (!response.ok) throw new CallFailed(response.status, await errorOf(response));
  // A line may be cut, or a page left, within a reply.
  return replyOf(c, response).catch(didNotArrive);
}

async function replyOf<C extends BrowserCall>(c: C, response: Response): Promise<Reply<C>> {
  if (c.reply.kind === 'blob') {
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
    // Some files come in more than one form.
    const [type] = (response.headers.get('content-type') ?? c.reply.type).split(';');
    return { type: type ?? c.reply.type, name, data: new Uint8Array(await response.arrayBuffer()) } as Reply<C>;
  }
  if (c.reply.kind === 'stream') return response.body?.pipeThrough(new TextDecoderStream()) as unknown as Reply<C>;
  return (await response.json()) as Reply<C>;
}

async function errorOf(response: Response): Promise<WireError> {
  const body = (await response.json().catch(() => undefined)) as Partial<WireError> | undefined;
  return { message: '', requestId: response.headers.get('x-request-id') ?? '', ...body, code: body?.code ?? 'generic' };
}
