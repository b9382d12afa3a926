import {
  type FactoryApplianceDetail,
  filterAppliances,
  getFactoryAppliance,
  releaseByFactory,
} from '@brina/contract/calls/maker/factory-appliances';
import { displayModel, modelRow } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { chargeOf } from '@brina/domain/appliance/families/refrigerants';
import { supplies } from '@brina/domain/appliance/families/supplies';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconKey } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { activeAlarms, troubleTone } from '../../../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { comesBefore } from '../../../../lib/comes-before.ts';
import { useCountryNames } from '../../../../lib/country-names.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { factoryApplianceMessages } from '../factory-appliance.messages.ts';
import { fleetMessages } from '../fleet.messages.ts';
import styles from './ApplianceFacts.module.css';
import { ConnectionBadge } from './ConnectionBadge.tsx';

const { Part: ReleasedDialog, fetch: fetchReleasedDialog } = comesBefore(async () => {
  const { ReleasedDialog: Part, messages } = await import('./ReleasedDialog.tsx');
  return { Part, messages };
});

/** What the unit is: its plate, and what its model is built like. */
export function Identity({ appliance }: { appliance: FactoryApplianceDetail }) {
  const { t } = useMessages(factoryApplianceMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const { t: category } = useMessages(familyMessages);
  const format = useFormat();
  const heading = useId();
  const row = modelRow(appliance.model);
  const sizes = row ? [row.width_mm, row.depth_mm, row.height_mm] : [];
  return (
    <Card as="section" labelledBy={heading}>
      <h2 className={styles.title} id={heading}>
        {t('identity')}
      </h2>
      <DefinitionList
        items={[
          {
            term: fleet('serialNumber'),
            detail: (
              <span className={styles.serial}>
                {appliance.serialNumber}
                {appliance.serialChecked ? (
                  <StateBadge tone="proof" icon={IconCircleCheck} label={t('checked')} />
                ) : (
                  <StateBadge tone="idle" icon={IconInfoCircle} label={t('unchecked')} />
                )}
              </span>
            ),
          },
          { term: fleet('model'), detail: displayModel(appliance.model) },
          { term: fleet('category'), detail: category(appliance.gamma) },
          { term: fleet('brand'), detail: appliance.brand },
          { term: fleet('domain'), detail: fleet(`domain.${appliance.domain}`) },
          { term: t('package'), detail: appliance.package },
          { term: fleet('firmware'), detail: appliance.currentFirmware || '–' },
          { term: fleet('createdAt'), detail: format.date(appliance.createdAt) },
          ...(row
            ? [
                {
                  term: t('refrigerant'),
                  detail: `${row.refrigerant}, ${format.charge(chargeOf(row))}`,
                },
                { term: t('supply'), detail: `${supplies[row.supply]}, ${format.power(row.power_max_W)}` },
                {
                  term: t('size'),
                  detail: sizes.map((size) => format.quantity(size, 'mm')).join(' × '),
                },
                { term: t('weight'), detail: format.quantity(row.weight_kg, 'kg') },
                { term: t('support'), detail: String(row.supportUntil_year) },
              ]
            : []),
          { term: t('repairs'), detail: format.number(appliance.repairs) },
        ]}
      />
    </Card>
  );
}

/** How the unit is at this moment. */
export function NowCard({ appliance }: { appliance: FactoryApplianceDetail }) {
  const { t } = useMessages(factoryApplianceMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const format = useFormat();
  const words = useApplianceWords();
  const heading = useId();
  // The maker's page does not tell what the maintenance advises.
  const troubles = { ...appliance, alarms: appliance.alarmList, anomaly: false };
  const active = activeAlarms(troubles);
  const zone = appliance.laboratory?.timeZone;
  return (
    <Card as="section" labelledBy={heading} tone={troubleTone(troubles)}>
      <h2 className={styles.title} id={heading}>
        {t('now')}
      </h2>
      <DefinitionList
        items={[
          { term: fleet('connection'), detail: <ConnectionBadge {...appliance} /> },
          { term: appliance.online ? t('state') : t('lastState'), detail: t(`status.${appliance.status}`) },
          {
            term: appliance.online ? t('activeAlarms') : t('lastAlarms'),
            detail:
              active.length === 0 ? (
                t('noAlarm')
              ) : (
                <ul className={styles.lines}>
                  {active.map((alarm) => (
                    <li key={alarm.name}>
                      {words.alarmName(alarm)} <small>{format.dateTime(alarm.since, zone)}</small>
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Card>
  );
}

/** Who holds the unit since when and in which town; it can be taken from its owner, or its code renewed while it has none. */
export function OwnerCard({ appliance }: { appliance: FactoryApplianceDetail }) {
  const { t } = useMessages(factoryApplianceMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const format = useFormat();
  const countries = useCountryNames();
  const heading = useId();
  const release = useCall(releaseByFactory, { refresh: [getFactoryAppliance, filterAppliances] });
  const { ask, dialog } = useConfirm(useErrorText());
  const [code, setCode] = useState<string | null>(null);
  const { serialNumber: serial, company, laboratory, heldSince, name } = appliance;
  const isHeld = heldSince !== null;

  const askRelease = () =>
    ask({
      title: isHeld ? t('releaseTitle', { serial }) : t('renewTitle', { serial }),
      body: isHeld ? t('releaseBody', { company }) : t('renewBody'),
      confirm: isHeld ? t('release') : t('renewCode'),
      cancel: t('cancel'),
      tone: isHeld ? 'danger' : 'plain',
      run: async () => {
        await fetchReleasedDialog();
        const { body } = await release.send({ params: { serial } });
        setCode(body.activationCode);
      },
    });
  return (
    <Card as="section" labelledBy={heading}>
      <h2 className={styles.title} id={heading}>
        {t('owner')}
      </h2>
      {isHeld ? (
        <DefinitionList
          items={[
            { term: fleet('company'), detail: company },
            { term: t('heldSince'), detail: format.date(heldSince, laboratory?.timeZone) },
            ...(laboratory
              ? [
                  { term: t('kitchen'), detail: laboratory.name },
                  {
                    term: t('place'),
                    detail: [laboratory.city, countries.nameOf(laboratory.country)]
                      .filter((one) => one !== '')
                      .join(', '),
                  },
                ]
              : []),
            { term: t('shownName'), detail: name || '–' },
          ]}
        />
      ) : (
        <p className={styles.words}>{appliance.claimable ? t('claimable') : t('noCode')}</p>
      )}
      {appliance.may.release && (
        <div className={styles.actions}>
          <Button variant="default" leftSection={<IconKey size={18} aria-hidden />} onClick={askRelease}>
            {isHeld ? t('release') : t('renewCode')}
          </Button>
        </div>
      )}
      {dialog}
      {code !== null && (
        <DialogSlot>
          <ReleasedDialog
            released={[{ serialNumber: serial, name: displayModel(appliance.model), activationCode: code }]}
            onClose={() => setCode(null)}
          />
        </DialogSlot>
      )}
    </Card>
  );
}
