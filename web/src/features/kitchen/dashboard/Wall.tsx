import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { second_ms } from '@brina/domain/language/durations';
import { useElementSize, useViewportSize } from '@mantine/hooks';
import {
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconSun,
  IconVolume,
  IconVolumeOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { trayMessages } from '../../../appliance/tray.messages.ts';
import { useTraySound } from '../../../appliance/tray-tone.ts';
import { timedIn } from '../../../appliance/trays.ts';
import { noticeTexts } from '../../../appliance/use-notice-text.ts';
import { useApplianceSerials, useAppliances } from '../../../lib/appliances.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { AccessRequests, messages as accessMessages } from '../../record/inspection/AccessRequests.tsx';
import { entryOf, filtered, kitchenChoices, sorted } from './dashboard.data.ts';
import type { DashboardSearch, SearchChange } from './dashboard-search.ts';
import { WallAlarm } from './parts/WallAlarm.tsx';
import { WallHeader } from './parts/WallHeader.tsx';
import { WallTile } from './parts/WallTile.tsx';
import { usePages } from './use-pages.ts';
import { useWakeLock } from './use-wake-lock.ts';
import styles from './Wall.module.css';
import { gridFor, pagesOf } from './wall.data.ts';
import { wallMessages } from './wall.messages.ts';

/** Texts to have before it is shown, besides the dashboard's. */
export const messages = [wallMessages, ...noticeTexts, trayMessages, ...accessMessages];

/** How often the list is asked for again while it cannot be loaded: nobody stands by to press a button. */
const retry_ms = 15 * second_ms;

/**
 * The display for a kitchen's wall: the appliances the filters let through, those that need somebody first, large enough for four
 * metres. What does not fit comes by itself, page after page. It stands above the whole app, dark unless `light` is in the URL.
 */
export function Wall({ search, onChange }: { search: DashboardSearch; onChange: (change: SearchChange) => void }) {
  const { t } = useMessages(wallMessages);
  const errorText = useErrorText();
  const serials = useApplianceSerials();
  const labs = useQuery(callQuery(listLaboratories, {}));
  const entries = sorted(
    filtered(
      useAppliances((appliances) => appliances.map(entryOf)),
      search,
    ),
    'attention',
  );
  const kitchens = kitchenChoices(entries, labs.data ?? []);
  const { kitchen: chosen = [] } = search;
  const alarmed = entries.filter(({ attention }) => attention === 'alarm');

  const { ref, ...field } = useElementSize();
  const viewport = useViewportSize();
  const screen_px = Math.min(viewport.width, viewport.height);
  const most = gridFor(entries.length, field, screen_px);
  const pages = pagesOf(entries, most.columns * most.rows);
  const { page, paused, turn, pause } = usePages(pages.length);
  const shown = pages[page] ?? [];
  const { columns, rows } = gridFor(pages[0]?.length ?? 1, field, screen_px);

  const { error, refetch } = serials;
  const failed = error !== null && !serials.data;
  useEffect(() => {
    if (!failed) return;
    const timer = setInterval(() => void refetch(), retry_ms);
    return () => clearInterval(timer);
  }, [failed, refetch]);
  useWakeLock();

  return (
    <Above
      light={search.light !== undefined}
      alarmed={alarmed.length > 0}
      label={t('title')}
      onLeave={() => onChange({ view: undefined, light: undefined })}
    >
      <WallHeader
        title={namesOf(kitchens, chosen) || t('allKitchens')}
        timeZone={labs.data?.find(({ id }) => chosen.length === 1 && chosen[0] === id)?.timeZone}
        entries={entries}
      >
        {pages.length > 1 && (
          <Control
            icon={paused ? IconPlayerPlay : IconPlayerPause}
            label={t(paused ? 'resume' : 'pause')}
            onClick={pause}
          />
        )}
        <SoundControl />
        <LightControl isLight={search.light !== undefined} onChange={onChange} />
        <Control icon={IconX} label={t('leave')} onClick={() => onChange({ view: undefined, light: undefined })} />
      </WallHeader>
      <WallAlarm alarmed={alarmed} />
      <AccessRequests labIds={chosen} />
      {failed && <p className={styles.message}>{errorText(error, t('loadFailed'))}</p>}
      {serials.data && entries.length === 0 && <p className={styles.message}>{t('empty')}</p>}
      <div
        ref={ref}
        className={styles.grid}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
        }}
        aria-busy={serials.isPending}
      >
        {/* The first picture already has its size. */}
        {field.width > 0 &&
          shown.map(({ serial }) => (
            <WallTile key={serial} serial={serial} showKitchen={chosen.length !== 1 && kitchens.length > 1} />
          ))}
      </div>
      {pages.length > 1 && <Pages count={pages.length} page={page} onTurn={turn} />}
    </Above>
  );
}

/** More pages than these are counted, not drawn. */
const dots_max = 12;

/** Which page is shown; a dot leads to each of a few. */
function Pages({ count, page, onTurn }: { count: number; page: number; onTurn: (page: number) => void }) {
  const { t } = useMessages(wallMessages);
  if (count > dots_max) return <p className={styles.pages}>{t('page', { n: page + 1, of: count })}</p>;
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className={styles.page}
          aria-label={t('page', { n: index + 1, of: count })}
          aria-current={index === page || undefined}
          onClick={() => onTurn(index)}
        />
      ))}
    </nav>
  );
}

/** A dialog over the whole screen: nothing of the app behind it can be seen or reached, and Escape leaves it. */
function Above(props: { light: boolean; alarmed: boolean; label: string; onLeave: () => void; children: ReactNode }) {
  const { light, alarmed, label, onLeave, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Nobody touches the display: its first button need not wear the ring of the focus.
    shown?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.wall}
      data-mantine-color-scheme={light ? 'light' : 'dark'}
      data-alarmed={alarmed || undefined}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      {children}
    </dialog>
  );
}

function LightControl({ isLight, onChange }: { isLight: boolean; onChange: (change: SearchChange) => void }) {
  const { t } = useMessages(wallMessages);
  return (
    <Control
      icon={isLight ? IconMoon : IconSun}
      label={t(isLight ? 'dark' : 'light')}
      onClick={() => onChange({ light: isLight ? undefined : '1' })}
    />
  );
}

/** Whether a tone is heard when a tray is done; nothing where no appliance has timers running. */
function SoundControl() {
  const { t } = useMessages(trayMessages);
  const isOn = useTraySound((state) => state.isOn);
  const isTimed = useAppliances((appliances) => appliances.some((appliance) => timedIn(appliance) !== null));
  if (!isTimed) return null;
  return (
    <Control
      icon={isOn ? IconVolume : IconVolumeOff}
      label={t(isOn ? 'soundOn' : 'soundOff')}
      onClick={() => useTraySound.setState({ isOn: !isOn })}
    />
  );
}

function Control({ icon: Icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.control} aria-label={label} title={label} onClick={onClick}>
      <Icon size={24} aria-hidden />
    </button>
  );
}

/** The kitchens that were chosen, by name; empty where it is all of them. */
const namesOf = (kitchens: readonly { id: string; name: string }[], chosen: readonly string[]): string =>
  kitchens
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(', ');
