import { Switch } from '@mantine/core';
import styles from './PreferenceSwitch.module.css';

/** A preference that is on or off, with what it does under its name; all of it can be touched. */
export function PreferenceSwitch(props: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const { label, hint, checked, onChange } = props;
  return (
    <Switch
      classNames={{
        body: styles.body ?? '',
        labelWrapper: styles.words ?? '',
        label: styles.label ?? '',
        track: styles.track ?? '',
      }}
      size="md"
      labelPosition="left"
      label={label}
      description={hint}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
