import {
  type AccessRequest,
  answerRequest,
  type KitchenPoster,
  listPosters,
} from '@brina/contract/calls/record/inspection';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFailureToast } from '../../../lib/errors.ts';
import { useLiveState } from '../../../lib/live-state.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './Inspection.module.css';
import { inspectionMessages } from './inspection.messages.ts';

/** Texts to have before it is shown. */
export const messages = [inspectionMessages];

/** Who asks is told at once; this often it is looked whether somebody has gone past, and each few seconds while nothing is told. */
const asksEvery_ms = { live: minute_ms, lost: 5 * second_ms };

/**
 * Who asks at the poster of a kitchen to be let in, with the number to compare; one tap answers (B2.10).
 * @param labIds the kitchens that are shown; all where there are none
 */
export function AccessRequests({ labIds = [] }: { labIds?: readonly string[] }) {
  const { letIn = false } = useUser()?.may ?? {};
  const isLive = useLiveState((state) => state === 'live');
  const { data = [], refetch } = useQuery({
    ...callQuery(listPosters, {}),
    enabled: letIn,
    refetchInterval: ({ state }) => (state.data?.length ? asksEvery_ms[isLive ? 'live' : 'lost'] : false),
  });
  // What nobody was told while the connection was lost.
  useEffect(() => {
    if (isLive && letIn) void refetch();
  }, [isLive, letIn, refetch]);
  return data
    .filter(({ labId }) => labIds.length === 0 || labIds.includes(labId))
    .map((poster) =>
      poster.requests.map((request) => <Asked key={request.number} poster={poster} request={request} />),
    );
}

function Asked({ poster, request }: { poster: KitchenPoster; request: AccessRequest }) {
  const { t } = useMessages(inspectionMessages);
  const tellFailure = useFailureToast();
  const refresh = [listPosters];
  const letIn = useToldCall(answerRequest, { refresh, done: t('letInDone') });
  const sendAway = useToldCall(answerRequest, { refresh, done: t('sentAway') });
  const answer = (call: typeof letIn, grants: boolean) =>
    void call.send({ params: { posterId: poster.id }, body: { number: request.number, grants } }).catch(tellFailure);
  return (
    <Notice
      kind="warning"
      action={
        <div className={styles.answers}>
          <Button size="lg" loading={letIn.isPending} onClick={() => answer(letIn, true)}>
            {t('letIn')}
          </Button>
          <Button size="lg" variant="default" loading={sendAway.isPending} onClick={() => answer(sendAway, false)}>
            {t('sendAway')}
          </Button>
        </div>
      }
    >
      <strong className={styles.asks}>{t('asks', { kitchen: poster.laboratory, n: String(request.number) })}</strong>
      <br />
      {t('asksHint')}
    </Notice>
  );
}
