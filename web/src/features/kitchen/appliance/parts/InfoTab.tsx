import { type Appliance, listServices } from '@brina/contract/calls/kitchen/appliances';
import { passportLink } from '@brina/contract/calls/maker/passport';
import { displayModel, familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { chargeOf, refrigerants } from '@brina/domain/appliance/families/refrigerants';
import type { Format } from '@brina/domain/language/reader';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { reportedNumber } from '../../../../appliance/appliance-state.ts';
import { useFailure } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { Card } from '../../../../ui/Card.tsx';
import { type Definition, DefinitionList } from '../../../../ui/DefinitionList.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { MaintenanceCard } from '../../maintenance/MaintenanceCard.tsx';
import { maintenanceMessages } from '../../maintenance/maintenance.messages.ts';
import { infoMessages } from '../info.messages.ts';
import styles from './Facts.module.css';

/** Texts to have before the view is shown. */
export const messages = [infoMessages, maintenanceMessages];

/** Which appliance it is, what its model is made of, who serves it and what was done to it (S2.23, S3.8, S6.9). */
export function InfoTab({ appliance }: { appliance: Appliance }) {
  const model = modelRow(appliance.model);
  return (
    <div className={styles.cards}>
      <Identity appliance={appliance} />
      {model && <ModelFacts model={model} />}
      {appliance.may.readServices && <Services appliance={appliance} />}
      <MaintenanceCard appliance={appliance} />
    </div>
  );
}

function InfoCard({ title, items, children }: { title: string; items?: readonly Definition[]; children?: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {items && <DefinitionList items={items} />}
      {children}
    </Card>
  );
}

function Identity({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const { t: info } = useMessages(infoMessages);
  const { t: category } = useMessages(familyMessages);
  const port = reportedNumber(appliance, 'port');
  return (
    <InfoCard
      title={t('info')}
      items={[
        { term: t('model'), detail: displayModel(appliance.model) },
        { term: t('category'), detail: category(appliance.gamma) },
        { term: t('serialNumber'), detail: appliance.serialNumber },
        ...(hasPackages(appliance) ? [{ term: info('package'), detail: appliance.package }] : []),
        { term: t('kitchen'), detail: appliance.lab?.name ?? '–' },
        { term: info('company'), detail: appliance.company || '–' },
        { term: t('firmware'), detail: appliance.currentFirmware || '–' },
        ...(appliance.desiredFirmware && appliance.desiredFirmware !== appliance.currentFirmware
          ? [{ term: info('desiredFirmware'), detail: appliance.desiredFirmware }]
          : []),
        ...(port === null ? [] : [{ term: info('port'), detail: String(port) }]),
      ]}
    >
      <PassportLink serialNumber={appliance.serialNumber} />
    </InfoCard>
  );
}

/** Whether the family's functions depend on the package sold. */
const hasPackages = ({ model }: Appliance): boolean =>
  Object.values(familyOf(model)?.functions ?? {}).some((row) => row.package === 'Excellence');

/** The public product passport; nothing for a model that has none (S2.23). */
function PassportLink({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(infoMessages);
  const { data } = useQuery(callQuery(passportLink, { params: { serial: serialNumber } }));
  if (!data?.link) return null;
  return (
    <div className={styles.passport}>
      <Button
        component="a"
        href={data.link}
        target="_blank"
        rel="noreferrer"
        variant="default"
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t('passport')}
      </Button>
    </div>
  );
}

/** What a model is made for and of; each kind of model is measured in its own way. */
function ModelFacts({ model }: { model: ModelRow }) {
  const { t } = useMessages(infoMessages);
  const format = useFormat();
  const { refrigerant } = model;
  return (
    <InfoCard
      title={t('modelFacts')}
      items={[
        ...capacityOf(model, t, format),
        { term: t('trays'), detail: format.number(model.trays) },
        { term: t('power_max'), detail: format.power(model.power_max_W) },
        {
          term: t('refrigerant'),
          detail: t('refrigerantOf', {
            refrigerant,
            charge: format.charge(chargeOf(model)),
            gwp: format.number(refrigerants[refrigerant].gwp),
          }),
        },
        { term: t('condensation'), detail: t(`condensation.${model.condensation}`) },
        {
          term: t('size'),
          detail: [model.width_mm, model.depth_mm, model.height_mm].map((mm) => format.quantity(mm, 'mm')).join(' × '),
        },
        { term: t('weight'), detail: format.quantity(model.weight_kg, 'kg') },
        { term: t('supportUntil'), detail: String(model.supportUntil_year) },
      ]}
    />
  );
}

type InfoText = ReturnType<typeof useMessages<(typeof infoMessages)['texts']>>['t'];

function capacityOf(model: ModelRow, t: InfoText, format: Format): Definition[] {
  if (model.kind === 'blast') {
    return [
      { term: t('chill'), detail: format.quantity(model.chill_kg, 'kg') },
      { term: t('freeze'), detail: format.quantity(model.freeze_kg, 'kg') },
    ];
  }
  return [{ term: t('volume'), detail: t('litres', { n: format.number(model.volume_l) }) }];
}

/** Who serves it, and so sees it (S6.9). */
function Services({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(infoMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(listServices, { params: { id: appliance.serialNumber } }));
  return (
    <InfoCard title={t('services')}>
      {data ? (
        data.length === 0 ? (
          <p className={styles.note}>{t('servicesNone')}</p>
        ) : (
          <ul className={styles.services}>
            {data.map((service) => (
              <li key={`${service.company} ${service.by}`}>
                <strong>{service.company}</strong>
                <span>{t(`by.${service.by}`)}</span>
                {service.phone && <a href={`tel:${service.phone}`}>{service.phone}</a>}
                {service.email && <a href={`mailto:${service.email}`}>{service.email}</a>}
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState {...failure(error, refetch)} />
      ) : (
        <Skeleton height={80} />
      )}
    </InfoCard>
  );
}
