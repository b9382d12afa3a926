/** Drafts of cycles on their way to the portal: what cannot be sent waits in the encrypted store of the browser (B3.6). */
import { deleteRecipeDraft, getRecipeDraft, putRecipeDraft } from '@brina/contract/calls/kitchen/recipe-drafts';
import { CallFailed } from '@brina/contract/wire/client';
import { now } from '../../../lib/clock.ts';
import { localStore } from '../../../lib/session.ts';
import type { KeptDraft } from '../../../lib/storage.ts';
import { send } from '../../../lib/transport.ts';

/** What a draft changes: the id of a cycle, or `new` with family and function, and the cycle that is copied. */
export type DraftKey = string;

/** Where a draft was kept. */
export type KeptAt = { readonly place: 'portal' | 'here'; readonly at: number };

const put = (key: DraftKey, { baseVersion, content }: KeptDraft, age_ms?: number) =>
  send(putRecipeDraft, {
    params: { key },
    body: { baseVersion, content, ...(age_ms !== undefined && { age_ms }) },
  });

const keepHere = (key: DraftKey, draft: KeptDraft): void =>
  localStore.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));

const forgetHere = (key: DraftKey): void =>
  localStore.setState(({ drafts: { [key]: _, ...others } }) => ({ drafts: others }));

/** Whether a call did not arrive, so that it is worth sending again. */
const isCut = (cause: unknown): boolean => !(cause instanceof CallFailed) || cause.status === 0 || cause.status >= 500;

/** Keeps a draft, at the portal where it can be reached. @throws {CallFailed} when the portal refuses it */
export async function keepDraft(
  key: DraftKey,
  baseVersion: number | null,
  content: Readonly<Record<string, unknown>>,
): Promise<KeptAt> {
  const draft = { baseVersion, content, at: now() };
  try {
    const { body } = await put(key, draft);
    forgetHere(key);
    return { place: 'portal', at: body.at };
  } catch (cause) {
    if (!isCut(cause)) throw cause;
    keepHere(key, draft);
    return { place: 'here', at: draft.at };
  }
}

/** The newest draft of a key, here or at the portal; null: there is none. */
export async function findDraft(key: DraftKey): Promise<KeptDraft | null> {
  const here = localStore.getState().drafts[key] ?? null;
  const there = await send(getRecipeDraft, { params: { key } }).catch((cause: unknown) => {
    if (isCut(cause)) return null;
    throw cause;
  });
  return there && here ? (there.at > here.at ? there : here) : (there ?? here);
}

/** Drops a draft, here and at the portal; one that the portal keeps all the same goes by itself in time. */
export async function dropDraft(key: DraftKey): Promise<void> {
  forgetHere(key);
  await send(deleteRecipeDraft, { params: { key } }).catch(() => undefined);
}

/** Sends what waits here. What the portal refuses is as good as it gets, and stays here until it is opened again. */
export async function sendWaiting(): Promise<void> {
  for (const [key, draft] of Object.entries(localStore.getState().drafts)) {
    try {
      await put(key, draft, Math.max(0, now() - draft.at));
      if (localStore.getState().drafts[key] === draft) forgetHere(key);
    } catch (cause) {
      if (isCut(cause)) return;
    }
  }
}
