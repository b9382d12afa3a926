import type { MissingRecord } from '@brina/contract/calls/record/missing';
import { pathOf } from '@brina/contract/screens';
import { recordMessages } from '@brina/contract/words/record.messages';
import { displayModel } from '@brina/domain/appliance/families/families';
import { isExplainedAlone } from '@brina/domain/haccp/missing/missing';
import { missingMessages } from '@brina/domain/haccp/missing/missing.messages';
import { Button } from '@mantine/core';
import { IconClipboardCheck, IconHourglass, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { showToast } from '../../../../lib/toast.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { actionMessages } from '../../actions/actions.messages.ts';
import { signMessages } from '../../signatures/sign.messages.ts';
import { missingBookMessages } from '../missing.messages.ts';
import { isAlike, type MissingDay, MissingIcon, missingDays, useMissing } from '../use-missing.ts';
import styles from './BookMissing.module.css';

// The reasons come when somebody has one.
const ExplainDialog = comesLater(async () => {
  const { ExplainDialog: Part } = await import('./ExplainDialog.tsx');
  return { Part, messages: [missingBookMessages] };
});

// What was done comes where something was, and the steps when somebody goes them.
const Actions = comesLater(async () => {
  const { Actions: Part } = await import('../../actions/Actions.tsx');
  return { Part, messages: [actionMessages, recordMessages] };
});
const ActionDialog = comesLater(async () => {
  const { ActionDialog: Part } = await import('../../actions/ActionDialog.tsx');
  return { Part, messages: [actionMessages, signMessages] };
});

/** So many days are shown at first. */
const shown_max = 3;

const isOpen = ({ state }: MissingRecord): boolean => state === 'open';

/** What the book lacks, by day and kitchen, with who has explained it, or the way to do so (B2.11). */
export function BookMissing() {
  const { t } = useMessages(missingBookMessages);
  const items = useShown();
  const [asked, setAsked] = useState<readonly MissingRecord[] | null>(null);
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return null;
  const days = missingDays(items);
  return (
    <section className={styles.missing} aria-labelledby="missing-records">
      <h2 id="missing-records">{t('title')}</h2>
      {days.slice(0, isWhole ? undefined : shown_max).map((one) => (
        <Day key={one.key} of={one} onExplain={setAsked} />
      ))}
      {!isWhole && days.length > shown_max && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t('showAll', { n: days.length })}
        </Button>
      )}
      <DialogSlot>{asked && <ExplainDialog of={asked} onClose={() => setAsked(null)} />}</DialogSlot>
    </section>
  );
}

/** What is missing of what the book is narrowed to; of what it is narrowed to by a verdict or a product nothing is. */
function useShown(): readonly MissingRecord[] {
  const items = useMissing();
  const { day, serialNumber, needs, kind, verdict, product, lot } = useSearchTexts();
  if (kind || verdict || product || lot) return [];
  return items.filter(
    (one) =>
      (!day || one.day === day) &&
      (!serialNumber || one.unit?.serialNumber === serialNumber) &&
      (needs !== 'true' || isOpen(one)),
  );
}

type OnExplain = (items: readonly MissingRecord[]) => void;

function Day({ of: { day, items }, onExplain }: { of: MissingDay; onExplain: OnExplain }) {
  const { t } = useMessages(missingBookMessages);
  const format = useFormat();
  const open = items.filter(isOpen);
  // A kitchen that was closed explains no food that was put in, for instance: that is told of by itself.
  const together = open.filter(({ kind }) => !isExplainedAlone(kind));
  return (
    <div className={styles.day}>
      <div className={styles.head}>
        <h3>
          {format.date(Date.parse(`${day}T12:00Z`), 'UTC')}
          {items[0]?.laboratory && <small>{items[0].laboratory}</small>}
        </h3>
        {/* Units without a kitchen have nothing in common that could be closed. */}
        {together.length > 1 && items[0]?.labId !== null && (
          <Button className={styles.big} onClick={() => onExplain(together)}>
            {t('explainAll', { n: together.length })}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {items.map((one) => (
          <Missing
            key={[one.kind, one.unit?.serialNumber, one.record?.id, one.at].join(' ')}
            of={one}
            onExplain={() => onExplain(open.filter((other) => isAlike(one, other)))}
          />
        ))}
      </ul>
    </div>
  );
}

function Missing({ of, onExplain }: { of: MissingRecord; onExplain: () => void }) {
  const { t } = useMessages(missingBookMessages);
  const { t: word } = useMessages(missingMessages);
  const format = useFormat();
  const { kind, at, unit, laboratory, state, explained, timeZone } = of;
  const name = unit ? unit.name || displayModel(unit.model) : laboratory;
  const what = at === null ? word(`kind.${kind}`) : `${word(`kind.${kind}`)}, ${format.clock(at, timeZone)}`;
  const about = `${name}, ${what}`;
  return (
    <li className={styles.row}>
      <StateBadge
        tone={state === 'open' ? 'hot' : 'idle'}
        icon={state === 'waiting' ? IconHourglass : MissingIcon}
        label={t('noRecord')}
      />
      <span className={styles.what}>
        {/* The kitchen stands above. */}
        {unit && <strong>{name}</strong>}
        <span>{what}</span>
        <RecordLink of={of} />
        {state === 'waiting' && <span>{word('waiting')}</span>}
        {explained && (
          <>
            <span>{[word(`reason.${explained.reason}`), explained.text].filter(Boolean).join(': ')}</span>
            <small>{t('byAt', { name: explained.by, time: format.dateTime(explained.at, timeZone) })}</small>
          </>
        )}
      </span>
      {state !== 'waiting' && <Done of={of} about={about} />}
      {state === 'open' && (
        <Button
          className={styles.big}
          variant="default"
          leftSection={<IconPencil size={22} aria-hidden />}
          aria-label={`${t('explain')}: ${about}`}
          onClick={onExplain}
        >
          {t('explain')}
        </Button>
      )}
    </li>
  );
}

/** What was done about what is missing, or the way to say so (B2.5). */
function Done({ of, about }: { of: MissingRecord; about: string }) {
  const { t } = useMessages(missingBookMessages);
  const { t: record } = useMessages(recordMessages);
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const { actions, timeZone, day } = of;
  if (actions.length > 0) {
    const words = { t: record, format, time: (at: number) => format.dateTime(at, timeZone) };
    return (
      <div className={styles.actions}>
        <Suspense>
          <Actions actions={actions} words={words} />
        </Suspense>
      </div>
    );
  }
  return (
    <>
      <Button
        className={styles.big}
        variant="default"
        leftSection={<IconClipboardCheck size={22} aria-hidden />}
        aria-label={`${t('tell')}: ${about}`}
        onClick={() => setAsked(true)}
      >
        {t('tell')}
      </Button>
      <DialogSlot>
        {asked && (
          <ActionDialog
            target={{ missing: of }}
            about={`${about}, ${format.date(Date.parse(`${day}T12:00Z`), 'UTC')}`}
            onClose={close}
            onDone={() => {
              close();
              showToast({ kind: 'success', text: t('told') });
            }}
          />
        )}
      </DialogSlot>
    </>
  );
}

/** The way to the record that lacks something. */
function RecordLink({ of: { record, unit, day } }: { of: MissingRecord }) {
  const { t } = useMessages(missingBookMessages);
  if (!record || !unit) return null;
  const search = record.kind === 'day' ? { day, ...(record.zone === 2 && { zone: 'lower' }) } : { batch: record.id };
  return (
    <Link to={pathOf('haccp-reports', { serialNumber: unit.serialNumber })} search={search}>
      {t('openRecord')}
    </Link>
  );
}
