import {
  type PasswordStrength,
  passwordSpecials,
  passwordStrength,
  strengthShare,
} from '@brina/domain/people/password';
import { ActionIcon, type PasswordInputProps, Popover } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import styles from './NewPasswordInput.module.css';
import { passwordMessages } from './password.messages.ts';

/**
 * The field for a new password: the rule under its label, a meter under its box, and the difference between the two behind an
 * information sign (S5.5). Takes what `getInputProps` of a form gives, controlled or not.
 * @param guessed a password that the portal has refused because it is guessed early: weak, whatever it is made of
 */
export function NewPasswordInput(props: PasswordInputProps & { guessed: string | null }) {
  const { t } = useMessages(passwordMessages);
  const { value, defaultValue, onChange, guessed, ...rest } = props;
  const [typed, setTyped] = useState(String(defaultValue ?? ''));
  const password = value === undefined ? typed : String(value);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value);
    onChange?.(event);
  };
  return (
    <div className={styles.field}>
      <PasswordField
        label={t('newPassword')}
        description={t('rule', { specials: passwordSpecials })}
        autoComplete="new-password"
        revealLabel={t('showPassword')}
        {...rest}
        {...(value === undefined ? { defaultValue } : { value })}
        onChange={change}
      />
      <StrengthMeter strength={password === guessed ? 'weak' : passwordStrength(password)} />
    </div>
  );
}

/** How strong a password is: a bar of 33, 66 or 100 %, and the word. */
function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  const { t } = useMessages(passwordMessages);
  const share = strengthShare[strength];
  return (
    <div className={styles.meter} data-strength={strength}>
      <div
        className={styles.track}
        role="meter"
        aria-label={t('strength')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={t(`strength.${strength}`)}
      >
        <div className={styles.bar} style={{ inlineSize: `${share}%` }} />
      </div>
      <span className={styles.word} aria-live="polite">
        {t(`strength.${strength}`)}
      </span>
      <MeterTooltip />
    </div>
  );
}

/** Explains the meter beside the stricter rule: under the pointer, and by a touch or the keyboard, where nothing hovers. */
function MeterTooltip() {
  const { t } = useMessages(passwordMessages);
  const [opened, setOpened] = useState(false);
  return (
    <span
      className={styles.tooltip}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpened(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpened(false)}
    >
      <Popover opened={opened} onChange={setOpened} position="top-end" width={300} withinPortal={false} withArrow>
        <Popover.Target>
          <ActionIcon aria-label={t('aboutStrength')} onClick={() => setOpened(true)} onBlur={() => setOpened(false)}>
            <IconInfoCircle size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={styles.explanation}>
          <p>{t('ruleExplained', { specials: passwordSpecials })}</p>
          <p>{t('meterExplained')}</p>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
