import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { FavouriteSlot, Favourites as Told } from '@brina/contract/calls/kitchen/favourites';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { Button } from '@mantine/core';
import { IconArrowUp, IconCopy, IconStarOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { showToast } from '../../../lib/toast.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SkeletonGrid } from '../../../ui/Skeleton.tsx';
import { onlyThere } from '../library/library.data.ts';
import { RunOf } from '../library/RunOf.tsx';
import { fitMessages } from '../library/use-fit-words.ts';
import styles from './Favourites.module.css';
import { favouriteMessages } from './favourites.messages.ts';
import { SlotCard } from './parts/SlotCard.tsx';
import { useTitleOf } from './parts/use-slot-words.ts';
import { useDragPlace } from './use-drag-place.ts';
import { type Asked, type Change, isMovable, type PlaceActs, useFavourites, usePlaces } from './use-favourites.ts';

/** Texts to have before they are shown. */
export const messages = [favouriteMessages, refusalMessages, ...fitMessages];

const PickDialog = comesLater(async () => {
  const { PickDialog: Part, messages } = await import('./parts/PickDialog.tsx');
  return { Part, messages };
});
const MoveDialog = comesLater(async () => {
  const { MoveDialog: Part, messages } = await import('./parts/MoveDialog.tsx');
  return { Part, messages };
});
const KeepDialog = comesLater(async () => {
  const { KeepDialog: Part, messages } = await import('./parts/KeepDialog.tsx');
  return { Part, messages };
});
const CopyDialog = comesLater(async () => {
  const { CopyDialog: Part, messages } = await import('./parts/CopyDialog.tsx');
  return { Part, messages };
});

/** The favourites of a blast chiller: what is in each of its 24 places, here and at the panel (S1.6, S3.10, S8.21). */
export function Favourites({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(favouriteMessages);
  const failure = useFailure();
  const { data, error, refetch } = useFavourites(appliance);
  if (!data && error) return <ErrorState {...failure(error, refetch)} />;
  if (!data) return <SkeletonGrid label={t('title')} cards={12} height={132} />;
  if (!data.told) {
    return (
      <EmptyState icon={IconStarOff} title={t('notTold')}>
        {t('notToldHint')}
      </EmptyState>
    );
  }
  return <Places appliance={appliance} favourites={data} />;
}

function Places({ appliance, favourites }: { appliance: Appliance; favourites: Told }) {
  const { t } = useMessages(favouriteMessages);
  const { slots, may } = favourites;
  const places = usePlaces(appliance.serialNumber, favourites);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [copied, setCopied] = useState<readonly number[] | null>(null);
  const [givenUp, setGivenUp] = useState<Change | null>(null);
  const { move, said } = useMove(slots, places);
  const { drawn, handleOf } = useDragPlace(move);
  const change = (wish: Change) => {
    const place = slots[wish.slot - 1];
    if (place && onlyThere(place)) setGivenUp(wish);
    else void places.put([wish]);
  };
  const open = slots.filter(({ state }) => state === 'differs').length;
  return (
    <section className={styles.favourites} aria-label={t('title')}>
      <Head {...{ slots, may, places }} onCopy={() => setCopied(slots.map(({ slot }) => slot))} />
      {open > 0 && <Notice kind="warning">{t('questions', { n: open })}</Notice>}
      <ol className={styles.places}>
        {slots.map((place) => (
          <SlotCard
            key={place.slot}
            {...{ place, appliance, may, places, drawn }}
            handle={handleOf(place.slot)}
            onAsk={setAsked}
            onCopy={(slot) => setCopied([slot])}
            onChange={change}
          />
        ))}
      </ol>
      <p className={styles.hidden} role="status">
        {said}
      </p>
      <Suspense>
        {asked && (
          <AskedDialog
            {...{ asked, appliance, slots, places }}
            onChange={change}
            onMove={move}
            onClose={() => setAsked(null)}
          />
        )}
        {copied && <CopyDialog appliance={appliance} slots={copied} onClose={() => setCopied(null)} />}
      </Suspense>
      <GiveUp wish={givenUp} {...{ slots, places }} onClose={() => setGivenUp(null)} />
    </section>
  );
}

/** Puts the cycle of a place into another one, and says so to who only hears it. */
function useMove(slots: readonly FavouriteSlot[], places: PlaceActs) {
  const { t } = useMessages(favouriteMessages);
  const titleOf = useTitleOf();
  const [said, setSaid] = useState('');
  const move = async (from: number, to: number) => {
    const [here, there] = [slots[from - 1], slots[to - 1]];
    if (!here?.cycle || !there) return;
    if (!isMovable(there)) showToast({ kind: 'warning', text: t('notMovable') });
    else if (await places.move(from, to)) setSaid(t('moved', { title: titleOf(here.cycle), n: to }));
  };
  return { move: (from: number, to: number) => void move(from, to), said };
}

/** What is done with all places at once. */
function Head(props: { slots: readonly FavouriteSlot[]; may: Told['may']; places: PlaceActs; onCopy: () => void }) {
  const { slots, may, places, onCopy } = props;
  const { t } = useMessages(favouriteMessages);
  const older = slots.flatMap(({ slot, cycle }) =>
    cycle?.newest && cycle.recipeId ? [{ slot, recipeId: cycle.recipeId }] : [],
  );
  return (
    <div className={styles.head}>
      <p className={styles.hint}>{t('hint')}</p>
      {may.edit && (
        <div className={styles.acts}>
          {older.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowUp size={20} aria-hidden />}
              loading={places.isPending}
              onClick={() => void places.put(older)}
            >
              {t('updateAll', { n: older.length })}
            </Button>
          )}
          <Button variant="default" leftSection={<IconCopy size={20} aria-hidden />} onClick={onCopy}>
            {t('copy')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Asks before a cycle is lost that is only at the appliance. */
function GiveUp(props: {
  wish: Change | null;
  slots: readonly FavouriteSlot[];
  places: PlaceActs;
  onClose: () => void;
}) {
  const { wish, slots, places, onClose } = props;
  const { t } = useMessages(favouriteMessages);
  const errorText = useErrorText();
  const titleOf = useTitleOf();
  const place = wish ? slots[wish.slot - 1] : undefined;
  const cycle = place?.unit ?? place?.cycle;
  return (
    <ConfirmDialog
      question={
        wish && {
          title: t('replaceTitle', { title: cycle ? titleOf(cycle) : t('unnamed') }),
          body: t('replaceBody'),
          confirm: t('replace'),
          cancel: t('cancel'),
          tone: 'danger',
          run: () => places.put([wish]),
        }
      }
      onClose={onClose}
      describeError={errorText}
    />
  );
}

/** What a person was asked about a place. */
function AskedDialog(props: {
  asked: Asked;
  appliance: Appliance;
  slots: readonly FavouriteSlot[];
  places: PlaceActs;
  onChange: (change: Change) => void;
  onMove: (from: number, to: number) => void;
  onClose: () => void;
}) {
  const { asked, appliance, slots, places, onChange, onMove, onClose } = props;
  const place = slots[asked.slot - 1];
  if (!place) return null;
  const { cycle } = place;
  switch (asked.what) {
    case 'pick':
      return <PickDialog slot={asked.slot} appliance={appliance} onPick={onChange} onClose={onClose} />;
    case 'move':
      return <MoveDialog place={place} slots={slots} onMove={onMove} onClose={onClose} />;
    case 'keep':
      return <KeepDialog place={place} places={places} onClose={onClose} />;
    case 'run':
      return cycle?.recipeId ? (
        <RunOf
          recipeId={cycle.recipeId}
          version={cycle.version}
          serialNumber={appliance.serialNumber}
          onClose={onClose}
        />
      ) : null;
  }
}
