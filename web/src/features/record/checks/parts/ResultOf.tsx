import type { ProbeCheck } from '@brina/contract/calls/record/checks';
import { isOpen } from '@brina/domain/haccp/actions/action';
import { probeError_max_K } from '@brina/domain/haccp/checks/doubts';
import { Button } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { WetSteps } from '../../../../ui/WetSteps.tsx';
import { useEffectWords, useFindingWords } from '../check-words.ts';
import { checkMessages } from '../checks.messages.ts';
import { useChecks } from '../use-checks.ts';
import styles from './Checks.module.css';

/**
 * What a check came to, and what becomes of records: as soon as they are looked at again, what that has found.
 * @param onTell goes on to say what is done about it, by the id of the action
 */
export function ResultOf(props: {
  check: ProbeCheck;
  serial: string;
  onTell: (action: string) => void;
  onClose: () => void;
}) {
  const { check, serial, onTell, onClose } = props;
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  const finding = useFindingWords();
  const effect = useEffectWords();
  const { data } = useChecks(serial);
  const latest = data?.find(({ id }) => id === check.id) ?? check;
  const { foundGood, leftGood, left_K, after_C, actions } = latest;
  const open = actions.find(({ state }) => isOpen(state));
  const title = !leftGood ? 'result.bad' : foundGood ? 'result.good' : 'result.adjusted';
  return (
    <WetSteps
      count=""
      question={t(title)}
      next={{ label: t('close'), isDisabled: false, isPending: false, onClick: onClose }}
    >
      <Notice kind={leftGood ? 'success' : 'warning'}>{finding(latest, after_C !== null)}</Notice>
      <div className={styles.texts} role="status">
        {after_C !== null && <p>{t('leftWith', { error: format.temperatureDelta(Math.abs(left_K)) })}</p>}
        {effect(latest).map((said) => (
          <p key={said}>
            <strong>{said}</strong>
          </p>
        ))}
        {!leftGood && <p>{t(Math.abs(left_K) > probeError_max_K ? 'effect.nothing' : 'effect.further')}</p>}
        {open && <p>{t('effect.action')}</p>}
      </div>
      {open && (
        <Button
          className={styles.big}
          variant="default"
          leftSection={<IconClipboardCheck size={22} aria-hidden />}
          onClick={() => onTell(open.id)}
        >
          {t('tell')}
        </Button>
      )}
    </WetSteps>
  );
}
