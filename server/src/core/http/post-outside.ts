import type { Clock } from '../clock.ts';

/** What somebody outside answered. */
export type OutsideAnswer = { status: number; type: string; body: Buffer };

/** Nobody outside may keep us waiting longer, or answer more. */
const wait_ms = 10_000;
const answer_max = 65_536;

/**
 * Posts to an address that the operator has named, and reads the answer, whatever its status. Follows no redirect: what is sent goes where
 * the operator said.
 * @throws Error with a sentence for the operator: no connection, a redirect, no whole answer within 10 s, or one of more than 64 kB
 */
export async function postOutside(
  address: string,
  { type, body, clock }: { type: string; body: Uint8Array; clock: Clock },
): Promise<OutsideAnswer> {
  const stop = new AbortController();
  using _timer = clock.after(wait_ms, () => stop.abort(new Error('no whole answer within 10 s')));
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from(body),
      redirect: 'error',
      signal: stop.signal,
    });
    return { status: reply.status, type: reply.headers.get('content-type') ?? '', body: await wholeBody(reply) };
  } catch (error) {
    // What failed beneath, such as a refused connection, is the cause of a `fetch failed` that says nothing.
    const { message, cause } = error as Error;
    throw new Error(cause instanceof Error ? cause.message || message : message, { cause: error });
  } finally {
    stop.abort();
  }
}

async function wholeBody({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > answer_max) throw new Error('an answer of more than 64 kB');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
