import {
  createNews,
  deleteNews,
  type EditedNews,
  listEditedNews,
  listNews,
  updateNews,
} from '@brina/contract/calls/maker/news';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { hour_ms } from '@brina/domain/language/durations';
import {
  buttonCode,
  endonym,
  fromWireLocale,
  htmlLang,
  type Locale,
  locales,
  wireLocale,
} from '@brina/domain/language/locales';
import { type Role, roles } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button, Checkbox, Input, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { localMinuteOf, momentOf, wordsFor, writersZone } from '../news.data.ts';
import { newsEditorMessages } from '../news-editor.messages.ts';
import styles from './NewsForm.module.css';

/** How long new news is shown unless its author says otherwise. */
const usualLife_ms = 14 * 24 * hour_ms;

type Values = {
  texts: Record<Locale, { title: string; body: string }>;
  roles: Role[];
  from: string;
  to: string;
};

/** What the form begins with: the announcement, or an empty one for a customer from the next full hour on. */
function valuesOf(news: EditedNews | undefined): Values {
  const from = news?.from ?? Math.ceil(now() / hour_ms) * hour_ms;
  const written = (locale: Locale) => news?.texts.find(({ language }) => language === wireLocale(locale));
  const text = (locale: Locale) => {
    const { title = '', body = '' } = written(locale) ?? {};
    return [locale, { title, body }] as const;
  };
  return {
    texts: Object.fromEntries(locales.map(text)) as Values['texts'],
    roles: [...(news?.roles ?? (['USER'] as const))],
    from: localMinuteOf(from),
    to: localMinuteOf(news?.to ?? from + usualLife_ms),
  };
}

const isWritten = ({ title, body }: Values['texts'][Locale]): boolean => title.trim() !== '' || body.trim() !== '';

/** Writes or changes an announcement: words by language, for whom, from when to when, and how it will look (S2.36). */
export function NewsForm({ news, onDone }: { news: EditedNews | undefined; onDone: () => void }) {
  const { t, locale } = useMessages(newsEditorMessages);
  const { t: fault } = useMessages(fieldMessages);
  const { t: roleName } = useMessages(roleMessages);
  const errorText = useErrorText();
  const { ask, dialog } = useConfirm(errorText);
  const create = useCall(createNews, { refresh: [listEditedNews, listNews] });
  const update = useCall(updateNews, { refresh: [listEditedNews, listNews] });
  const remove = useCall(deleteNews, { refresh: [listEditedNews, listNews] });
  const [shown, setShown] = useState<Locale>(() => {
    const words = news && wordsFor(news, locale);
    return words ? fromWireLocale(words.language) : locale;
  });
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues: valuesOf(news),
    validate: (values) => {
      const faults: Record<string, string> = {};
      const written = locales.filter((one) => isWritten(values.texts[one]));
      for (const one of written) {
        const { title, body } = values.texts[one];
        if (title.trim() === '') faults[`texts.${one}.title`] = fault('required');
        if (body.trim() === '') faults[`texts.${one}.body`] = fault('required');
      }
      if (written.length === 0) faults[`texts.${shown}.title`] = t('needText');
      if (values.roles.length === 0) faults.roles = t('needRole');
      const [from, to] = [momentOf(values.from), momentOf(values.to)];
      if (from === null) faults.from = fault('required');
      if (to === null) faults.to = fault('required');
      else if (from !== null && to <= from) faults.to = t('endsLater');
      return faults;
    },
  });
  const { texts } = form.values;

  const send = form.onSubmit(
    async (values) => {
      setError(null);
      const body = {
        texts: locales
          .filter((one) => isWritten(values.texts[one]))
          .map((one) => ({ language: wireLocale(one), ...values.texts[one] })),
        roles: values.roles,
        from: momentOf(values.from) ?? 0,
        to: momentOf(values.to) ?? 0,
      };
      try {
        await (news ? update.send({ params: { id: news.id }, body }) : create.send({ body }));
        showToast({ kind: 'success', text: t('saved') });
        onDone();
      } catch (cause) {
        const { byField, rest } = formFaults(cause, ['roles', 'from', 'to']);
        form.setErrors(byField);
        if (rest) setError(errorText(cause));
      }
    },
    (faults) => {
      // A fault in a language that is not shown brings its tab forward.
      const wrong = locales.filter((one) => Boolean(faults[`texts.${one}.title`] ?? faults[`texts.${one}.body`]));
      const [first] = wrong;
      if (first && !wrong.includes(shown)) setShown(first);
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget } = event;
    send(event);
    // The library has marked the faults by the next frame: the first of them is where the author goes on.
    requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const askRemove = (removed: EditedNews) =>
    ask({
      title: t('removeTitle'),
      body: t('removeBody', { title: wordsFor(removed, locale)?.title ?? '' }),
      confirm: t('remove'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        await remove.send({ params: { id: removed.id } });
        showToast({ kind: 'success', text: t('removed') });
        onDone();
      },
    });

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="news-form">
      <div className={styles.head}>
        <Button variant="subtle" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onDone}>
          {t('back')}
        </Button>
        {news && (
          <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => askRemove(news)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <h2 className={styles.title} id="news-form">
        {news ? t('edit') : t('write')}
      </h2>
      {error && <Notice kind="warning">{error}</Notice>}
      <div className={styles.columns}>
        <div className={styles.fields}>
          <p className={styles.hint}>{t('textsHint')}</p>
          <Tabs
            label={t('languages')}
            tabs={locales.map((one) => ({
              value: one,
              label: endonym(one),
              ...(isWritten(texts[one]) ? { hint: t('written') } : {}),
            }))}
            value={shown}
            onChange={setShown}
          >
            <TextInput
              key={`${shown} title`}
              label={t('title')}
              lang={htmlLang(shown)}
              maxLength={120}
              autoComplete="off"
              {...form.getInputProps(`texts.${shown}.title`)}
            />
            <Textarea
              key={`${shown} body`}
              label={t('body')}
              lang={htmlLang(shown)}
              size="md"
              rows={7}
              maxLength={2000}
              {...form.getInputProps(`texts.${shown}.body`)}
            />
          </Tabs>
          <Checkbox.Group label={t('roles')} size="md" {...form.getInputProps('roles')}>
            <div className={styles.roles}>
              {roles.map((role) => (
                <Checkbox
                  key={role}
                  value={role}
                  label={roleName(role)}
                  aria-invalid={form.errors.roles ? true : undefined}
                />
              ))}
            </div>
          </Checkbox.Group>
          <div className={styles.times}>
            <TextInput type="datetime-local" label={t('from')} {...form.getInputProps('from')} />
            <TextInput type="datetime-local" label={t('to')} {...form.getInputProps('to')} />
            <Input.Description className={styles.zone}>{t('zone', { zone: writersZone() })}</Input.Description>
          </div>
          <div className={styles.buttons}>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {t('save')}
            </Button>
            <Button variant="default" onClick={onDone}>
              {t('cancel')}
            </Button>
          </div>
        </div>
        <Preview locale={shown} {...texts[shown]} />
      </div>
      {dialog}
    </form>
  );
}

/** How the announcement will look to its readers. */
function Preview({ locale, title, body }: { locale: Locale; title: string; body: string }) {
  const { t } = useMessages(newsEditorMessages);
  const empty = title.trim() === '' && body.trim() === '';
  return (
    <section className={styles.preview} aria-labelledby="news-preview">
      <div className={styles.previewHead}>
        <h3 id="news-preview">{t('preview')}</h3>
        <span>{buttonCode(locale)}</span>
      </div>
      <Card>
        {empty ? (
          <p className={styles.hint}>{t('previewEmpty')}</p>
        ) : (
          <div className={styles.sample} lang={htmlLang(locale)}>
            <strong>{title}</strong>
            <p>{body}</p>
          </div>
        )}
      </Card>
    </section>
  );
}
