import { type UserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { intlTag } from '@brina/domain/language/locales';
import { countries } from '@brina/domain/people/countries';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useErrorText } from '../../../lib/errors.ts';
import { formFaults } from '../../../lib/form-faults.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { session } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Card } from '../../../ui/Card.tsx';
import { CountrySelect } from '../../../ui/CountrySelect.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { companyMessages } from '../company/company.messages.ts';
import styles from './UserInfoScreen.module.css';
import { userInfoMessages } from './user-info.messages.ts';

/** Texts to have before the screen is shown. */
export const messages = [userInfoMessages, companyMessages, fieldMessages, errorMessages];

const fields = ['firstName', 'lastName', 'phone', 'country', 'address', 'city', 'postalCode'] as const;
type Field = (typeof fields)[number];
type Profile = Pick<UserInfo, Field>;

/** The user's own details (S3.34). The e-mail address is the account's name and stays. */
export function UserInfoScreen() {
  const { t } = useMessages(userInfoMessages);
  const user = useUser();
  if (!user) return null;
  return (
    <Screen title={t('title')} width="form">
      <ProfileForm user={user} />
    </Screen>
  );
}

function ProfileForm({ user }: { user: UserInfo }) {
  const { t, locale } = useMessages(userInfoMessages);
  const { t: address } = useMessages(companyMessages);
  const { t: fault } = useMessages(fieldMessages);
  const errorText = useErrorText();
  const update = useCall(updateUserInfo);
  const [error, setError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const required = (value: string) => (value.trim() === '' ? fault('required') : null);
  const form = useForm<Profile>({
    initialValues: profileOf(user),
    validate: { firstName: required, lastName: required },
  });

  const save = async (body: Profile) => {
    setError(null);
    try {
      const saved = await update.send({ body });
      // As the portal keeps it: trimmed, the phone with its country code.
      form.setInitialValues(profileOf(saved));
      form.setValues(profileOf(saved));
      await session.adopt(saved);
      showToast({ kind: 'success', text: t('saved') });
    } catch (cause) {
      const { byField, rest } = formFaults(cause, fields, { phone_invalid: 'phone' });
      // A reply is no act of the user, whose marks React would draw at once: a busy machine's next frame may come before them.
      flushSync(() => {
        form.setErrors(byField);
        if (rest) setError(errorText(cause, t('notSaved')));
      });
      focusFirstFault(element.current);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) =>
    form.onSubmit(save, () => focusFirstFault(element.current))(event);

  return (
    <form className={styles.form} ref={element} onSubmit={submit} noValidate>
      {error && <Notice kind="warning">{error}</Notice>}
      <Card as="section" labelledBy="person">
        <h2 className={styles.part} id="person">
          {t('person')}
        </h2>
        <div className={styles.fields}>
          <TextInput
            label={t('firstName')}
            autoComplete="given-name"
            maxLength={80}
            required
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('lastName')}
            autoComplete="family-name"
            maxLength={80}
            required
            {...form.getInputProps('lastName')}
          />
          <TextInput
            label={t('email')}
            description={t('emailHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            className={styles.fixed ?? ''}
            value={user.email}
            readOnly
          />
          <TextInput
            label={address('phone')}
            description={address('phoneHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={32}
            {...form.getInputProps('phone')}
          />
        </div>
      </Card>
      <Card as="section" labelledBy="address">
        <h2 className={styles.part} id="address">
          {t('address')}
        </h2>
        <div className={styles.fields}>
          <CountrySelect
            label={address('country')}
            countries={countries}
            languageTag={intlTag(locale)}
            nothingFound={address('nothingFound')}
            placeholder={address('choose')}
            clearable
            {...form.getInputProps('country')}
            value={form.values.country || null}
            onChange={(country) => form.setFieldValue('country', country ?? '')}
          />
          <TextInput
            label={address('city')}
            autoComplete="address-level2"
            maxLength={80}
            {...form.getInputProps('city')}
          />
          <TextInput
            label={address('address')}
            autoComplete="street-address"
            maxLength={160}
            {...form.getInputProps('address')}
          />
          <TextInput
            label={address('postalCode')}
            autoComplete="postal-code"
            maxLength={16}
            {...form.getInputProps('postalCode')}
          />
        </div>
      </Card>
      <div className={styles.buttons}>
        <Button type="submit" loading={update.isPending}>
          {address('save')}
        </Button>
      </div>
    </form>
  );
}

const profileOf = (user: UserInfo): Profile =>
  Object.fromEntries(fields.map((field) => [field, user[field]])) as Profile;

/** The form library has marked the faults by the next frame: the first of them is where the user goes on. */
const focusFirstFault = (form: HTMLFormElement | null): number =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
