import type { FavouriteSlot, SlotCycle } from '@brina/contract/calls/kitchen/favourites';
import { Button, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconClockPause,
  IconGripHorizontal,
  IconPlayerPlay,
  IconPlus,
  IconSend2,
} from '@tabler/icons-react';
import { type ComponentProps, lazy } from 'react';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import { MenuOnDemand } from '../../../../ui/MenuOnDemand.tsx';
import styles from '../Favourites.module.css';
import { favouriteMessages } from '../favourites.messages.ts';
import { isMovable, type PlaceActs } from '../use-favourites.ts';
import type { SlotProps } from './slot-props.ts';
import { useSlotWords, useTitleOf } from './use-slot-words.ts';

const SlotMenu = lazy(async () => ({ default: (await import('./SlotMenu.tsx')).SlotMenu }));

const icons = {
  sending: IconSend2,
  offline: IconClockPause,
  running: IconClockPause,
  refused: IconAlertTriangle,
  differs: IconArrowsDiff,
} as const;

type Drawing = { drawn: { from: number; over: number } | null; handle: ComponentProps<'button'> };

/** One of the numbered places: its cycle, where it stands, and what can be done with it. */
export function SlotCard(props: SlotProps & Drawing) {
  const { place, may, places, drawn } = props;
  const { slot, cycle, state } = place;
  const { t } = useMessages(favouriteMessages);
  return (
    <li
      className={styles.place}
      data-place={slot}
      data-state={state}
      data-empty={cycle === null || undefined}
      data-drawn={drawn?.from === slot || undefined}
      data-over={(drawn && drawn.over === slot && drawn.from !== slot) || undefined}
      aria-label={t('place', { n: slot })}
    >
      <SlotWords {...props} />
      {state === 'differs' && <Question place={place} places={places} mayEdit={may.edit} />}
      <SlotActs {...props} />
    </li>
  );
}

function SlotWords({ place, appliance, may, handle }: SlotProps & Drawing) {
  const { slot, cycle, state } = place;
  const { t } = useMessages(favouriteMessages);
  const titleOf = useTitleOf();
  const words = useSlotWords(appliance);
  const title = cycle ? titleOf(cycle) : t('empty');
  const notes = [
    words.reason(place),
    cycle?.newest && t('newer', { n: cycle.newest }),
    words.history(place),
    words.left(place),
  ];
  return (
    <div className={styles.top}>
      <span className={styles.number} aria-hidden>
        {slot}
      </span>
      <Badge cycle={cycle} />
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {state !== 'inSync' ? (
          <State of={state} />
        ) : (
          // As it should be: that is read out, and eyes need no word for it.
          cycle && <VisuallyHidden>{t('state.inSync')}</VisuallyHidden>
        )}
        {cycle && cycle.recipeId === null && cycle.definition && <p className={styles.note}>{t('onlyThere')}</p>}
        {notes.map((note) =>
          note ? (
            <p key={note} className={styles.note}>
              {note}
            </p>
          ) : null,
        )}
      </div>
      {may.edit && cycle !== null && isMovable(place) && (
        // For fingers and mice; whoever has neither takes the menu.
        <button
          type="button"
          className={styles.handle}
          tabIndex={-1}
          title={t('moveTitle', { title })}
          aria-hidden
          {...handle}
        >
          <IconGripHorizontal size={22} aria-hidden />
        </button>
      )}
    </div>
  );
}

function State({ of: state }: { of: keyof typeof icons }) {
  const { t } = useMessages(favouriteMessages);
  const Icon = icons[state];
  return (
    <p className={styles.state}>
      <Icon size={18} aria-hidden />
      {t(`state.${state}`)}
    </p>
  );
}

function SlotActs(props: SlotProps) {
  const { place, may, onAsk } = props;
  const { slot, cycle, state, unit } = place;
  const { t } = useMessages(favouriteMessages);
  const titleOf = useTitleOf();
  const title = cycle ? titleOf(cycle) : t('empty');
  return (
    <div className={styles.acts}>
      {may.edit && cycle === null && state !== 'differs' && (
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          aria-label={`${t('place', { n: slot })}: ${t('fill')}`}
          onClick={() => onAsk({ what: 'pick', slot })}
        >
          {t('fill')}
        </Button>
      )}
      {may.run && cycle?.recipeId && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={20} aria-hidden />}
          aria-label={`${t('run')}: ${title}`}
          onClick={() => onAsk({ what: 'run', slot })}
        >
          {t('run')}
        </Button>
      )}
      {(cycle || unit) && (
        <MenuOnDemand label={`${t('more')}: ${title}`}>
          <SlotMenu {...props} />
        </MenuOnDemand>
      )}
    </div>
  );
}

function Badge({ cycle }: { cycle: SlotCycle | null }) {
  return cycle?.icon && cycle.colour ? (
    <CycleBadge icon={cycle.icon} colour={cycle.colour} size={56} />
  ) : (
    <span className={styles.blank} aria-hidden />
  );
}

/** Both sides were changed: whose cycle stays. */
function Question({ place, places, mayEdit }: { place: FavouriteSlot; places: PlaceActs; mayEdit: boolean }) {
  const { slot, cycle, unit = null } = place;
  const { t } = useMessages(favouriteMessages);
  const titleOf = useTitleOf();
  const named = (one: SlotCycle | null) => (one ? titleOf(one) : t('empty'));
  return (
    <div className={styles.question}>
      <dl className={styles.sides}>
        <dt>{t('atAppliance')}</dt>
        <dd>{named(unit)}</dd>
        <dt>{t('inPortal')}</dt>
        <dd>{named(cycle)}</dd>
      </dl>
      {mayEdit && (
        <div className={styles.acts}>
          <Button
            variant="default"
            loading={places.isPending}
            aria-label={`${t('place', { n: slot })}: ${t('keepAppliance')}`}
            onClick={() => void places.answer(slot, 'appliance')}
          >
            {t('keepAppliance')}
          </Button>
          <Button
            variant="default"
            loading={places.isPending}
            aria-label={`${t('place', { n: slot })}: ${t('sendMine')}`}
            onClick={() => void places.answer(slot, 'portal')}
          >
            {t('sendMine')}
          </Button>
        </div>
      )}
    </div>
  );
}
