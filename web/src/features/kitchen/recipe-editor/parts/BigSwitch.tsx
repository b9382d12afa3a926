import { Switch } from '@mantine/core';
import styles from '../Editor.module.css';

/** A switch with what it does under its name; all of it can be touched. */
export function BigSwitch(props: {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  const { label, hint, checked, disabled = false, onChange } = props;
  return (
    <Switch
      classNames={{
        body: styles.switch ?? '',
        labelWrapper: styles.switchWords ?? '',
        label: styles.switchLabel ?? '',
      }}
      size="md"
      labelPosition="left"
      label={label}
      description={hint}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
