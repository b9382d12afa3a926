import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { knownModel } from '@brina/domain/appliance/families/families';
import { Button } from '@mantine/core';
import { IconCheck, IconPlus, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { lazy, type ReactNode, useId, useState } from 'react';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { trayMessages } from '../../../appliance/tray.messages.ts';
import { useTraySound, useTrayTone } from '../../../appliance/tray-tone.ts';
import { type Tray, timedIn } from '../../../appliance/trays.ts';
import { useTrays } from '../../../appliance/use-trays.ts';
import { useErrorText, useFailureToast } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CommandButton } from '../controls/ActButton.tsx';
import { ActNote } from '../controls/ActNote.tsx';
import type { CommandHandle } from '../controls/use-command.ts';
import styles from './TrayCard.module.css';

const TrayDialog = lazy(async () => ({ default: (await import('./parts/TrayDialog.tsx')).TrayDialog }));

/** Texts to have before the card is shown. */
export const messages = [trayMessages];

type Setting = { tray: number | null };

/** The timers of trays, or trolleys, in a run that goes on: a column each, set and taken away from here (S1.6, S4.14). */
export function TrayCard({ appliance, command }: { appliance: Appliance; command: CommandHandle }) {
  const { t } = useMessages(trayMessages);
  const heading = useId();
  const { trays, query } = useTrays(appliance);
  const [setting, setSetting] = useState<Setting | null>(null);
  useTrayTone(trays);
  const of = timedIn(appliance);
  const known = knownModel(appliance.model, appliance.package);
  if (!of || !known || !appliance.may.command) return null;
  return (
    <Card as="section" labelledBy={heading}>
      <div className={styles.card}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {t(`title.${of}`)}
          </h2>
          <SoundButton />
          <Button
            leftSection={<IconPlus size={20} aria-hidden />}
            disabled={!appliance.online}
            onClick={() => setSetting({ tray: null })}
          >
            {t('set')}
          </Button>
        </header>
        <Timers query={query} trays={trays}>
          {trays.map((tray) => (
            <Timer
              key={tray.tray}
              tray={tray}
              of={of}
              appliance={appliance}
              command={command}
              onSet={() => setSetting({ tray: tray.tray })}
            />
          ))}
        </Timers>
      </div>
      {setting && (
        <DialogSlot>
          <TrayDialog
            appliance={appliance}
            model={known.model}
            of={of}
            trays={trays}
            tray={setting.tray}
            command={command}
            onClose={() => setSetting(null)}
          />
        </DialogSlot>
      )}
    </Card>
  );
}

function Timers(props: { query: ReturnType<typeof useTrays>['query']; trays: readonly Tray[]; children: ReactNode }) {
  const { query, trays, children } = props;
  const { t } = useMessages(trayMessages);
  const errorText = useErrorText();
  if (query.isPending)
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={150} />
      </div>
    );
  if (query.error && !query.data) return <Notice kind="warning">{errorText(query.error, t('failed'))}</Notice>;
  if (trays.length === 0) return <p className={styles.hint}>{t('none')}</p>;
  return <ul className={styles.trays}>{children}</ul>;
}

function Timer(props: {
  tray: Tray;
  of: 'tray' | 'trolley';
  appliance: Appliance;
  command: CommandHandle;
  onSet: () => void;
}) {
  const { tray, of, appliance, command, onSet } = props;
  const { t } = useMessages(trayMessages);
  const { t: control } = useMessages(controlMessages);
  const format = useFormat();
  const tellFailure = useFailureToast();
  const { left_min, needle, product } = tray;
  const place = t(`place.${of}`, { n: format.number(tray.tray) });
  const args = { tray: tray.tray };
  return (
    <li className={styles.tray} data-done={left_min === 0 || undefined}>
      <h3 className={styles.place}>{place}</h3>
      <p className={styles.left}>
        {left_min === 0 ? (
          <>
            <IconCheck size={34} stroke={2.4} aria-hidden />
            {t('done')}
          </>
        ) : left_min === null ? (
          <span className={styles.unknown}>{t('unknownLeft')}</span>
        ) : (
          format.quantity(left_min, 'min')
        )}
      </p>
      {product && <p className={styles.product}>{product}</p>}
      <p className={styles.hint}>{needle === null ? t('timeOnly') : t('needle', { n: format.number(needle) })}</p>
      <div className={styles.acts}>
        <Button
          variant="default"
          aria-label={control('actOn', { act: t('setAnew'), what: place })}
          disabled={!appliance.online}
          onClick={onSet}
        >
          {t('setAnew')}
        </Button>
        <CommandButton
          command={command}
          name="setTrayTimer"
          args={args}
          variant="default"
          aria-label={control('actOn', { act: t('clear'), what: place })}
          disabled={!appliance.online}
          onClick={() => void command.press('setTrayTimer', { ...args, min: null }).catch(tellFailure)}
        >
          {t('clear')}
        </CommandButton>
      </div>
      <ActNote appliance={appliance} command={command} name="setTrayTimer" args={args} />
    </li>
  );
}

/** Whether a tone is heard when one is done. */
function SoundButton() {
  const { t } = useMessages(trayMessages);
  const isOn = useTraySound((state) => state.isOn);
  const Icon = isOn ? IconVolume : IconVolumeOff;
  return (
    <Button
      variant="subtle"
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => useTraySound.setState({ isOn: !isOn })}
    >
      {t(isOn ? 'soundOn' : 'soundOff')}
    </Button>
  );
}
