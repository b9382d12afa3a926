import { second_ms } from '@brina/domain/language/durations';
import { useEffect, useRef, useState } from 'react';
import { type DraftKey, dropDraft, type KeptAt, keepDraft, sendWaiting } from './pending-drafts.ts';

/** So long after the last change a draft is kept. */
const rest_ms = 2 * second_ms;

/**
 * Keeps what is edited as a draft, two seconds after the last change; what had no connection is sent once there is one.
 * @param content null: nothing has been changed
 * @returns where it was kept last, and what drops it and keeps no other
 */
export function useDraft(
  key: DraftKey,
  baseVersion: number | null,
  content: Readonly<Record<string, unknown>> | null,
): { kept: KeptAt | null; drop: () => Promise<void> } {
  const [kept, setKept] = useState<KeptAt | null>(null);
  const isOver = useRef(false);
  const text = content === null ? null : JSON.stringify(content);
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(() => {
      if (isOver.current) return;
      // A draft that the portal refuses, as one too large, is not worth a message: what is typed is still there.
      keepDraft(key, baseVersion, JSON.parse(text)).then(setKept, () => undefined);
    }, rest_ms);
    return () => clearTimeout(timer);
  }, [key, baseVersion, text]);
  useEffect(() => {
    const resend = () => void sendWaiting();
    resend();
    window.addEventListener('online', resend);
    return () => window.removeEventListener('online', resend);
  }, []);
  const drop = (): Promise<void> => {
    isOver.current = true;
    setKept(null);
    return dropDraft(key);
  };
  return { kept, drop };
}
