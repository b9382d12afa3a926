import { second_ms } from '@brina/domain/language/durations';
import { IconLoader2, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useLiveState } from '../../../../lib/live-state.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { toneIcons, tones } from '../../../../ui/tones.ts';
import { countByTone, type Entry } from '../dashboard.data.ts';
import { useToneWord } from '../use-tone-word.ts';
import { wallMessages } from '../wall.messages.ts';
import styles from './WallHeader.module.css';

/** Clock, kitchen, how many are in which state, and how the connection stands; beside it the few controls. */
export function WallHeader(props: {
  title: string;
  /** The kitchen's clock; the company's where several are shown. */
  timeZone: string | undefined;
  entries: readonly Entry[];
  children: ReactNode;
}) {
  const { title, timeZone, entries, children } = props;
  const format = useFormat();
  const word = useToneWord();
  const moment = useNow(second_ms);
  const counts = countByTone(entries);
  return (
    <header className={styles.header}>
      <time className={styles.clock}>{format.clock(moment, timeZone)}</time>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        <Connection timeZone={timeZone} />
      </div>
      <ul className={styles.states}>
        {tones
          .filter((tone) => counts[tone] > 0)
          .map((tone) => {
            const Icon = toneIcons[tone];
            return (
              <li key={tone} className={styles.state} data-tone={tone} title={word(tone)}>
                <Icon className={styles.icon} aria-hidden />
                {format.number(counts[tone])}
                <span className={styles.hidden}> {word(tone)}</span>
              </li>
            );
          })}
      </ul>
      <div className={styles.controls}>{children}</div>
    </header>
  );
}

/** Whether what is shown is of now; else since when it is not. */
function Connection({ timeZone }: { timeZone: string | undefined }) {
  const { t } = useMessages(wallMessages);
  const format = useFormat();
  const live = useLiveState();
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => {
    if (live === 'live') setLostAt(null);
    if (live === 'lost') setLostAt((at) => at ?? now());
  }, [live]);
  const lost = lostAt !== null;
  const state = lost ? 'lost' : live === 'live' ? 'live' : 'connecting';
  const Icon = { lost: IconWifiOff, live: IconWifi, connecting: IconLoader2 }[state];
  return (
    <p className={styles.connection} data-state={state} role="status">
      <Icon className={styles.icon} aria-hidden />
      {lost ? t('lost', { time: format.clock(lostAt, timeZone) }) : t(state)}
    </p>
  );
}
