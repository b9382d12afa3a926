import {
  type AccessRequest,
  answerRequest,
  type KitchenPoster,
  listPosters,
} from '@brina/contract/calls/record/inspection';
import { second_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFailureToast } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './Inspection.module.css';
import { inspectionMessages } from './inspection.messages.ts';

/** Somebody stands at a poster: how soon a kitchen sees it. A company without posters is asked no more. */
const asksEvery_ms = 3 * second_ms;

/** Who asks at the poster of a kitchen to be let in, with the number to compare; one tap answers (B2.10). */
export function AccessRequests() {
  const { data = [] } = useQuery({
    ...callQuery(listPosters, {}),
    refetchInterval: ({ state }) => (state.data?.length ? asksEvery_ms : false),
  });
  return data.map((poster) =>
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
