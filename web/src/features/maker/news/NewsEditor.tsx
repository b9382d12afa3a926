import { type EditedNews, listEditedNews } from '@brina/contract/calls/maker/news';
import { minute_ms } from '@brina/domain/language/durations';
import { buttonCode, fromWireLocale } from '@brina/domain/language/locales';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import { IconCalendarTime, IconCircleCheck, IconHistory, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import styles from './NewsEditor.module.css';
import { stateOf, wordsFor, writersZone } from './news.data.ts';
import { newsEditorMessages } from './news-editor.messages.ts';
import { NewsForm } from './parts/NewsForm.tsx';

/** The value of `?news=` for an announcement that is not there yet. */
const unwritten = 'new';

/** Announcements and the place where they are written (S2.36); with `?news=` in the URL, one of them. */
export function NewsEditor() {
  const { t } = useMessages(newsEditorMessages);
  const failure = useFailure();
  const navigate = useNavigate();
  const { news: id } = useSearchTexts();
  const { data, error, refetch } = useQuery(callQuery(listEditedNews, {}));
  const open = (news: string | undefined) =>
    void navigate({ to: '.', search: (now: Record<string, unknown>) => ({ ...now, news }) });
  const close = () => open(undefined);

  if (id !== undefined && data) {
    const news = data.find((one) => one.id === id);
    if (news || id === unwritten) return <NewsForm key={id} news={news} onDone={close} />;
    return (
      <EmptyState icon={IconSpeakerphone} title={t('gone')} action={<Button onClick={close}>{t('back')}</Button>} />
    );
  }
  const write = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => open(unwritten)}>
      {t('write')}
    </Button>
  );
  return (
    <>
      {data && data.length > 0 && <div className={styles.actions}>{write}</div>}
      <NewsTable
        news={data ?? []}
        loading={data || error ? undefined : t('loading')}
        instead={
          error && !data ? (
            <ErrorState {...failure(error, refetch, t('failed'))} />
          ) : (
            data?.length === 0 && (
              <EmptyState icon={IconSpeakerphone} title={t('none')} action={write}>
                <p>{t('noneHint')}</p>
              </EmptyState>
            )
          )
        }
      />
    </>
  );
}

function NewsTable(props: { news: readonly EditedNews[]; loading: string | undefined; instead: ReactNode }) {
  const { news, loading, instead } = props;
  const { t, locale } = useMessages(newsEditorMessages);
  const { t: roleName } = useMessages(roleMessages);
  const format = useFormat();
  const minute = useNow(minute_ms);
  const zone = writersZone();

  const columns: Column<EditedNews>[] = [
    {
      key: 'title',
      title: t('title'),
      plain: true,
      cell: (one) => (
        <Link data-row-link to="." search={(now: Record<string, unknown>) => ({ ...now, news: one.id })}>
          {wordsFor(one, locale)?.title}
        </Link>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      cell: (one) =>
        ({
          planned: <StateBadge tone="cold" icon={IconCalendarTime} label={t('planned')} />,
          shown: <StateBadge tone="proof" icon={IconCircleCheck} label={t('shown')} />,
          over: <StateBadge tone="idle" icon={IconHistory} label={t('over')} />,
        })[stateOf(one, minute)],
    },
    { key: 'from', title: t('from'), cell: ({ from }) => format.dateTime(from, zone) },
    { key: 'to', title: t('to'), cell: ({ to }) => format.dateTime(to, zone) },
    {
      key: 'roles',
      title: t('roles'),
      cell: ({ roles }) => <span className={styles.roles}>{roles.map((role) => roleName(role)).join(', ')}</span>,
    },
    {
      key: 'languages',
      title: t('languages'),
      cell: ({ texts }) => texts.map(({ language }) => buttonCode(fromWireLocale(language))).join(' '),
    },
  ];
  return (
    <DataTable
      label={t('label')}
      columns={columns}
      rows={news}
      rowKey={({ id }) => id}
      loading={loading}
      instead={instead}
    />
  );
}
