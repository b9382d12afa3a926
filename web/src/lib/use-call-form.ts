import type { ErrorCode } from '@brina/contract/wire/errors';
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useErrorText } from './errors.ts';
import { formFaults } from './form-faults.ts';

/** What a `FormDialog` is given of a form. */
type CallDialog = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  error: string | null;
  pending: boolean;
};

/**
 * A form whose values a call takes: what it refuses of one field stands at that field, everything else is said once above the form.
 * @param save sends the values, and does what follows; it rejects with what was refused
 * @param owners refusals that belong to a field by their nature, as for {@link formFaults}
 * @param failed the sentence that says what failed, where the dialog does not say so
 */
export function useCallForm<V extends Record<string, unknown>>({
  save,
  owners = {},
  failed,
  ...input
}: UseFormInput<V> & {
  initialValues: V;
  save: (values: V) => Promise<unknown>;
  owners?: Partial<Record<ErrorCode, keyof V & string>>;
  failed?: string;
}): { form: UseFormReturnType<V>; dialog: CallDialog } {
  const form = useForm<V>(input);
  const errorText = useErrorText();
  const [error, setError] = useState<string | null>(null);
  const onSubmit = form.onSubmit(async (values) => {
    setError(null);
    try {
      await save(values);
    } catch (cause) {
      const { byField, rest } = formFaults(cause, Object.keys(input.initialValues), owners);
      form.setErrors(byField);
      if (rest) setError(errorText(cause, failed));
    }
  });
  return { form, dialog: { onSubmit, error, pending: form.submitting } };
}
