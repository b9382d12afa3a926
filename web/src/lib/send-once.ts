import type { BrowserCall, Input, Reply } from '@brina/contract/wire/call';
import { CallFailed } from '@brina/contract/wire/client';
import { commandLife_s } from '@brina/domain/commands/command-states';
import { second_ms } from '@brina/domain/language/durations';
import { now } from './clock.ts';

/** How long a repeat is the same request. Later whatever a first one asked of an appliance is done or expired: then it is another. */
export const sameRequest_ms = commandLife_s * second_ms;

/** Requests of which nobody knows what became of them, by call and input: under which key they went, and until when they may again. */
const unanswered = new Map<string, { readonly key: string; readonly until_ms: number }>();

/**
 * Makes a call that must not happen twice because its answer was lost: every request has an `Idempotency-Key`, and one whose answer did not
 * come is repeated under the key that it had. After an answer, a refusal too, the same input is a new request with a new key.
 * @param input of a call without headers of its own
 * @param by sends it
 * @throws what `by` throws
 */
export async function sendOnce<C extends BrowserCall>(
  call: C,
  input: Input<C>,
  by: (input: Input<C>) => Promise<Reply<C>>,
): Promise<Reply<C>> {
  const matter = JSON.stringify([call.id, input]);
  for (const [one, { until_ms }] of unanswered) if (until_ms <= now()) unanswered.delete(one);
  const { key, until_ms } = unanswered.get(matter) ?? { key: newKey(), until_ms: now() + sameRequest_ms };
  unanswered.set(matter, { key, until_ms });
  try {
    const reply = await by({ ...(input as object), headers: { 'idempotency-key': key } } as Input<C>);
    unanswered.delete(matter);
    return reply;
  } catch (cause) {
    if (isAnswer(cause)) unanswered.delete(matter);
    throw cause;
  }
}

/** Whether a failure says that nothing was done. A cut link or a stumble does not, nor that the first request is still at work. */
const isAnswer = (cause: unknown): boolean =>
  cause instanceof CallFailed &&
  cause.status >= 400 &&
  cause.status < 500 &&
  cause.error.code !== 'idempotency_running';

/** 128 bits of chance. Not `randomUUID`: a portal in a kitchen's own network may be reached without TLS, where browsers have none. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
