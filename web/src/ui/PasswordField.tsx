import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password, which can be shown while it is typed. Mantine's own does not tell a reader that it is invalid. */
export function PasswordField({ revealLabel, ...props }: PasswordInputProps & { revealLabel: string }) {
  return (
    <PasswordInput
      maxLength={200}
      visibilityToggleButtonProps={{ 'aria-label': revealLabel, tabIndex: 0 }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
