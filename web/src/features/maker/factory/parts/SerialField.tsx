import { errorMessages } from '@brina/contract/wire/errors.messages';
import { TextInput } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { groupedSerial, type SerialState, serialState } from '../new-appliance.data.ts';
import { newApplianceMessages } from '../new-appliance.messages.ts';
import styles from './SerialField.module.css';

/**
 * A serial number, in the groups of the plate while it is typed. A whole number that is mistyped is said at once, before anything
 * is sent; so is one that nothing can check.
 */
export function SerialField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What a submit attempt or the portal found. */
  error: ReactNode;
}) {
  const { label, value, onChange, error } = props;
  const { t: fault } = useMessages(errorMessages);
  const state = serialState(value, new Date(now()).getUTCFullYear());
  const wrong = state === 'serial_format' || state === 'serial_check_digit' ? fault(state) : null;
  return (
    <TextInput
      label={label}
      // Where something is wrong with it, nothing praises it.
      description={<Verdict state={error || wrong ? 'open' : state} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ description: styles.description ?? '' }}
      data-autofocus
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      value={value}
      error={error ?? wrong}
      onChange={({ currentTarget }) => {
        const atEnd = currentTarget.selectionStart === currentTarget.value.length;
        // In the middle of the text the groups would move under the cursor.
        onChange(atEnd ? groupedSerial(currentTarget.value) : currentTarget.value.toUpperCase());
      }}
    />
  );
}

/** What the number tells so far, or where it is found. */
function Verdict({ state }: { state: SerialState }) {
  const { t } = useMessages(newApplianceMessages);
  if (state === 'right')
    return (
      <span className={styles.verdict} data-tone="proof">
        <IconCircleCheck size={18} aria-hidden />
        {t('serialRight')}
      </span>
    );
  if (state === 'foreign')
    return (
      <span className={styles.verdict} data-tone="hot">
        <IconInfoCircle size={18} aria-hidden />
        {t('serialForeign')}
      </span>
    );
  return t('serialHint');
}
