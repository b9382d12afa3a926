import { hideNews, listNews, type ShownNews } from '@brina/contract/calls/maker/news';
import { minute_ms } from '@brina/domain/language/durations';
import { fromWireLocale, htmlLang } from '@brina/domain/language/locales';
import { Button, CloseButton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailureToast } from '../../../lib/errors.ts';
import { useLocale, useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { send } from '../../../lib/transport.ts';
import styles from './NewsBox.module.css';
import { newsBoxMessages } from './news-box.messages.ts';

export const messages = [newsBoxMessages];

/** What of a longer text is shown before somebody asks for all of it: the page below must stay in sight. */
const glance = { characters: 200, lines: 3 };

/** An announcement changes a few times a year. */
const keep_ms = 5 * minute_ms;

/**
 * Announcements above the page, one at a time (S2.36): closed for now, or not to be seen again by this person, wherever it signs in.
 * They take a place of their own and cover nothing. When they cannot be had nothing is shown.
 */
export function NewsBox() {
  const locale = useLocale();
  const hide = useCall(hideNews);
  const tellFailure = useFailureToast();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const { data = [] } = useQuery({
    queryKey: [listNews.id, {}, locale],
    queryFn: ({ signal }) => send(listNews, {}, signal),
    staleTime: keep_ms,
  });
  const news = data.filter(({ id }) => !closed.includes(id));
  const [first] = news;
  if (!first) return null;
  const close = (id: string): void => setClosed((before) => [...before, id]);
  return (
    <Announcements
      // Once one of them is gone, the reading begins again with the latest.
      key={first.id}
      news={news}
      onClose={close}
      onHide={(id) => {
        close(id);
        hide.send({ body: { ids: [id] } }).catch(tellFailure);
      }}
    />
  );
}

function Announcements(props: {
  news: readonly ShownNews[];
  onClose: (id: string) => void;
  onHide: (id: string) => void;
}) {
  const { news, onClose, onHide } = props;
  const { t } = useMessages(newsBoxMessages);
  const [place, setPlace] = useState(0);
  const [whole, setWhole] = useState(false);
  const shown = Math.min(place, news.length - 1);
  const one = news[shown];
  if (!one) return null;
  const next = (): void => {
    setPlace((shown + 1) % news.length);
    setWhole(false);
  };
  const long = one.body.length > glance.characters || one.body.split('\n').length > glance.lines;
  return (
    <section className={styles.box} aria-label={t('news')}>
      <IconSpeakerphone className={styles.icon} size={24} stroke={1.6} aria-hidden />
      <div className={styles.words} lang={htmlLang(fromWireLocale(one.language))}>
        <h2 className={styles.title}>{one.title}</h2>
        <p className={styles.body} data-clamped={(long && !whole) || undefined}>
          {one.body}
        </p>
      </div>
      <CloseButton
        className={styles.close ?? ''}
        size={44}
        iconSize={22}
        aria-label={t('close')}
        onClick={() => onClose(one.id)}
      />
      <div className={styles.actions}>
        {long && (
          <Button variant="subtle" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t('less') : t('more')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => onHide(one.id)}>
          {t('doNotShowAgain')}
        </Button>
        {news.length > 1 && (
          <span className={styles.pager}>
            <span>{t('place', { place: shown + 1, of: news.length })}</span>
            <Button variant="subtle" onClick={next}>
              {t('next')}
            </Button>
          </span>
        )}
      </div>
    </section>
  );
}
