import { signUp } from '@brina/contract/calls/people/registration';
import { CallFailed } from '@brina/contract/wire/client';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { rememberMeDefault } from '@brina/domain/constants';
import { intlTag } from '@brina/domain/language/locales';
import { countries } from '@brina/domain/people/countries';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { withQueries } from '../../../../lib/Queries.tsx';
import { useCall } from '../../../../lib/query.ts';
import type { Credentials } from '../../../../lib/session.ts';
import { CountrySelect } from '../../../../ui/CountrySelect.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { CompanyFields, companyFieldMessages } from '../../company/CompanyFields.tsx';
import { companyMessages } from '../../company/company.messages.ts';
import { emptyCompany, movedTo } from '../../company/company-form.ts';
import { useTaxCodeCheck } from '../../company/use-tax-code-check.ts';
import { NewPasswordInput } from '../../password/NewPasswordInput.tsx';
import { passwordMessages } from '../../password/password.messages.ts';
import { isGuessed } from '../../password/password-faults.ts';
import { consentMessages } from '../consents.messages.ts';
import styles from '../LoginScreen.module.css';
import { loginMessages } from '../login.messages.ts';
import { signUpMessages } from '../sign-up.messages.ts';
import { companyPart, emptySignUp, refusedFields, type SignUpValues, signUpFaults, signUpOf } from '../sign-up-form.ts';
import { Consent } from './Consent.tsx';

/** Texts to have before it is shown. */
export const messages = [signUpMessages, consentMessages, passwordMessages, ...companyFieldMessages];

/** Registers a company and its first user: the company, the person, the consents (S5.2, S8.4). */
export const SignUpForm = withQueries(Form);

function Form(props: { onSignedUp: (credentials: Credentials) => void; onBack: () => void }) {
  const { onSignedUp, onBack } = props;
  const { t, locale } = useMessages(signUpMessages);
  const { t: login } = useMessages(loginMessages);
  const { t: words } = useMessages(companyMessages);
  const { t: passwords } = useMessages(passwordMessages);
  const heading = useFocusOnOpening();
  const word = useFaultWords();
  const { form, check, submit, onCountry, failure, guessed } = useSignUpForm(onSignedUp);
  const bound = (field: Exclude<keyof SignUpValues, 'company'>) => {
    const { error, ...input } = form.getInputProps(field);
    return { ...input, required: true, error: word(error) };
  };
  const names = [
    <TextInput key="first" label={t('firstName')} autoComplete="given-name" maxLength={80} {...bound('firstName')} />,
    <TextInput key="last" label={t('lastName')} autoComplete="family-name" maxLength={80} {...bound('lastName')} />,
  ];

  return (
    <form className={styles.form} data-wide noValidate onSubmit={submit}>
      <header className={styles.header}>
        <h1 className={styles.title} tabIndex={-1} ref={heading}>
          {t('title')}
        </h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>

      <fieldset className={styles.section}>
        <legend>{t('company')}</legend>
        <CompanyFields
          fields={companyPart(form.values.company.country)}
          company={form.values.company}
          inputProps={(field) => form.getInputProps(`company.${field}`)}
          onCountry={onCountry}
          taxCodeCheck={check}
        />
      </fieldset>

      <fieldset className={styles.section}>
        <legend>{t('person')}</legend>
        {/* The family name comes first in Japanese. */}
        <div className={styles.pair}>{locale === 'ja' ? names.toReversed() : names}</div>
        <div className={styles.pair}>
          <TextInput
            label={login('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            {...bound('email')}
          />
          <CountrySelect
            label={t('country')}
            countries={countries}
            languageTag={intlTag(locale)}
            nothingFound={words('nothingFound')}
            placeholder={words('choose')}
            {...bound('country')}
            value={form.values.country === '' ? null : form.values.country}
          />
        </div>
        <NewPasswordInput label={login('password')} {...bound('password')} guessed={guessed} />
        <PasswordInput
          label={passwords('confirmation')}
          autoComplete="new-password"
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': login('showPassword'), tabIndex: 0 }}
          {...bound('confirmation')}
        />
      </fieldset>

      <fieldset className={styles.section}>
        <legend>{t('consents')}</legend>
        <Consent document="terms" required {...form.getInputProps('tos', { type: 'checkbox' })} />
        <Consent document="privacy" required {...form.getInputProps('privacy', { type: 'checkbox' })} />
        <Consent document="marketing" {...form.getInputProps('marketing', { type: 'checkbox' })} />
      </fieldset>

      <div className={styles.buttons}>
        {failure !== null && <Failure cause={failure} />}
        <Button type="submit" loading={form.submitting}>
          {t('submit')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {login('backToSignIn')}
        </Button>
      </div>
    </form>
  );
}

/** What the form holds, its rules and its sending; `failure` is what is said of the whole, `guessed` a password that was refused as too common. */
function useSignUpForm(onSignedUp: (credentials: Credentials) => void) {
  const { locale } = useMessages(signUpMessages);
  const { send } = useCall(signUp);
  const [failure, setFailure] = useState<unknown>(null);
  const [guessed, setGuessed] = useState<string | null>(null);
  const form = useForm<SignUpValues>({
    initialValues: emptySignUp,
    validate: (values) => signUpFaults(values, answered),
  });
  const {
    check,
    answered,
    headers: checked,
  } = useTaxCodeCheck({
    given: emptyCompany,
    valuesOf: () => form.getValues().company,
    fault: form.errors['company.taxCode'],
    setFault: (fault) => form.setFieldError('company.taxCode', fault),
  });
  const focus = (faults: object) => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus();

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      const body = signUpOf(values, locale);
      await send({ headers: { 'time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone, ...checked }, body });
      onSignedUp({ email: body.email, password: body.password, rememberMe: rememberMeDefault });
    } catch (cause) {
      if (isGuessed(cause)) setGuessed(values.password);
      const refused = refusedFields(cause);
      form.setErrors(refused);
      focus(refused);
      if (Object.keys(refused).length === 0) setFailure(cause);
    }
  }, focus);

  const onCountry = (country: string) => {
    const { company, country: own } = form.getValues();
    for (const [field, value] of Object.entries(movedTo(country))) form.setFieldValue(`company.${field}`, value);
    form.clearFieldError('company.taxCode');
    check.judge({ ...company, ...movedTo(country) });
    // Most people live where their company is.
    if (own === '' || own === company.country) form.setFieldValue('country', country);
  };
  return { form, check, submit, onCountry, failure, guessed };
}

/** A problem occurred during registration, with what whoever is asked for help needs: code and request id (S8.4). */
function Failure({ cause }: { cause: unknown }) {
  const { t } = useMessages(signUpMessages);
  const error = cause instanceof CallFailed ? cause.error : null;
  return (
    <Notice kind="warning">
      {t('failed')}
      {error?.message && <> {error.message}</>}
      {error && <span className={styles.trace}>{t('trace', { code: error.code, requestId: error.requestId })}</span>}
    </Notice>
  );
}

/** Words for what is wrong with a field; a sentence of the server stays what it is. */
function useFaultWords(): (fault: string | undefined) => string | undefined {
  const { t: field } = useMessages(fieldMessages);
  const { t: login } = useMessages(loginMessages);
  const { t: password } = useMessages(passwordMessages);
  return (fault) => {
    switch (fault) {
      case 'required':
        return field(fault);
      case 'invalid_email':
        return login(fault);
      case 'passwordMissing':
      case 'passwordRule':
      case 'confirmationMissing':
      case 'confirmationDiffers':
        return password(fault);
      default:
        return fault;
    }
  };
}

/** The form is long: reading begins at its heading, not in the middle of the fields. */
function useFocusOnOpening() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
