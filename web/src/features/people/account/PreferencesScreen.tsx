import { type Preferences, type UserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { endonym, fromWireLocale, locales, wireLocale } from '@brina/domain/language/locales';
import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useFailureToast } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { session } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import styles from './PreferencesScreen.module.css';
import { ConsentDocument } from './parts/ConsentDocument.tsx';
import { PreferenceSwitch } from './parts/PreferenceSwitch.tsx';
import { preferencesMessages } from './preferences.messages.ts';

/** Texts to have before the screen is shown. */
export const messages = [preferencesMessages, errorMessages];

const mails = [
  'alarm_mail_notification',
  'offline_mail_notification',
  'haccp_report',
  'appliance_report',
  'machine_status_mail',
] as const satisfies readonly (keyof Preferences)[];
const pushes = ['push_notification', 'blackout_push_notification'] as const satisfies readonly (keyof Preferences)[];

/** What a user may set for itself (S3.5): each change is saved at once and applies in every tab. */
export function PreferencesScreen() {
  const { t } = useMessages(preferencesMessages);
  const user = useUser();
  if (!user) return null;
  return (
    <Screen title={t('title')} width="page" notice={<p className={styles.lead}>{t('lead')}</p>}>
      <Sections user={user} />
    </Screen>
  );
}

function Sections({ user }: { user: UserInfo }) {
  const { t } = useMessages(preferencesMessages);
  const { shown, language, set, setLanguage } = usePreferences(user);
  const toggles = (keys: typeof mails | typeof pushes) =>
    keys.map((key) => (
      <PreferenceSwitch
        key={key}
        label={t(key)}
        hint={t(`${key}Hint`)}
        checked={shown[key]}
        onChange={(on) => set({ [key]: on })}
      />
    ));
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Section title={t('formats')}>
          <NativeSelect
            label={t('language')}
            value={language}
            data={locales.map((locale) => ({ value: wireLocale(locale), label: endonym(locale) }))}
            onChange={(event) => setLanguage(event.currentTarget.value)}
          />
          <Segments
            label={t('units')}
            segments={[
              { value: 'metric', label: t('metric') },
              { value: 'imperial', label: t('imperial') },
            ]}
            value={shown.measurement_system}
            onChange={(measurement_system) => set({ measurement_system })}
          />
          <Segments
            label={t('clock')}
            segments={[
              { value: '24h', label: t('hours24') },
              { value: '12h', label: t('hours12') },
            ]}
            value={shown.hours_display_system}
            onChange={(hours_display_system) => set({ hours_display_system })}
          />
          <Example />
        </Section>
        <Appearance />
      </div>
      <div className={styles.column}>
        <Section title={t('mails')}>
          <Notice kind="info">{t('mailsNotSent')}</Notice>
          {toggles(mails)}
        </Section>
        <Section title={t('pushes')}>
          <Notice kind="info">{t('pushesNotSent')}</Notice>
          {toggles(pushes)}
        </Section>
        <Section title={t('consents')}>
          <PreferenceSwitch
            label={t('marketing')}
            hint={t('marketingHint')}
            checked={shown.marketing}
            onChange={(marketing) => set({ marketing })}
          />
          <ConsentDocument />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading}>
      <div className={styles.section}>
        <h2 className={styles.part} id={heading}>
          {title}
        </h2>
        {children}
      </div>
    </Card>
  );
}

/** What the chosen units and clock look like. */
function Example() {
  const { t } = useMessages(preferencesMessages);
  const format = useFormat();
  const minute = useNow(minute_ms);
  return (
    <p className={styles.example} aria-live="polite">
      {t('example', {
        temperature: format.temperature(-18),
        pressure: format.quantity(3.5, 'bar'),
        time: format.clock(minute),
      })}
    </p>
  );
}

/** Light, dark or as the system is; kept by this browser, for a tablet in the kitchen is not a phone at night. */
function Appearance() {
  const { t } = useMessages(preferencesMessages);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t('appearance')}>
      <Segments
        label={t('appearance')}
        hideLabel
        segments={[
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
          { value: 'auto', label: t('system') },
        ]}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <p className={styles.example}>{t('appearanceHint')}</p>
    </Section>
  );
}

/** A change under way stands over what the portal knows until the portal has answered; a refused one is taken back in words. */
function usePreferences(user: UserInfo) {
  const { t } = useMessages(preferencesMessages);
  const tellFailure = useFailureToast();
  const client = useQueryClient();
  const update = useCall(updateUserInfo);
  const [pending, setPending] = useState<Partial<Preferences>>({});
  const [language, setPendingLanguage] = useState<string | null>(null);

  const save = async (body: Parameters<typeof update.send>[0]['body']) => {
    try {
      await session.adopt(await update.send({ body }));
      // The portal writes words and quantities of its own as the reader wishes them.
      if (body.language !== undefined || body.preferences?.measurement_system !== undefined)
        void client.invalidateQueries();
    } catch (cause) {
      tellFailure(cause, t('notSaved'));
    }
  };
  const set = async (change: Partial<Preferences>) => {
    setPending((others) => ({ ...others, ...change }));
    await save({ preferences: change });
    // A later change of the same preference stays over this answer.
    setPending((others) =>
      Object.fromEntries(Object.entries(others).filter(([key, value]) => change[key as keyof Preferences] !== value)),
    );
  };
  const setLanguage = async (chosen: string) => {
    setPendingLanguage(chosen);
    await save({ language: chosen });
    setPendingLanguage(null);
  };
  return {
    shown: { ...user.preferences, ...pending },
    language: language ?? wireLocale(fromWireLocale(user.language)),
    set: (change: Partial<Preferences>) => void set(change),
    setLanguage: (chosen: string) => void setLanguage(chosen),
  };
}
