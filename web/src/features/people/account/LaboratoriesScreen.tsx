import { deleteLaboratory, type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { listServicePartners } from '@brina/contract/calls/maker/service';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { intlTag } from '@brina/domain/language/locales';
import { Button } from '@mantine/core';
import { IconClipboardCheck, IconPencil, IconPlus, IconToolsKitchen2, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SkeletonGrid } from '../../../ui/Skeleton.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import styles from './LaboratoriesScreen.module.css';
import { laboratoriesMessages } from './laboratories.messages.ts';
import { partnerAt } from './service-partner.ts';

// The form comes when it is opened, not with the screen.
const LaboratoryDialog = comesLater(async () => {
  const { LaboratoryDialog: Part, messages } = await import('./LaboratoryDialog.tsx');
  return { Part, messages };
});

// As does the plan of a kitchen.
const PlanScreen = comesLater(async () => {
  const { PlanScreen: Part, messages } = await import('../../record/plans/PlanScreen.tsx');
  return { Part, messages };
});

/** In place of a kitchen's id: those that stand in none. */
const withoutKitchen = 'company';

/** Texts to have before the screen is shown. */
export const messages = [laboratoriesMessages, errorMessages];

/** The company's kitchens with all that is known of each (S3.7); with `?plan=` in the URL, the food-safety plan of one (B2.3). */
export function LaboratoriesScreen() {
  const { t } = useMessages(laboratoriesMessages);
  const { plan } = useSearchTexts();
  const { data } = useQuery(callQuery(listLaboratories, {}));
  const lab = data?.find(({ id }) => id === plan);
  if (!lab && plan !== withoutKitchen) return <Kitchens />;
  const lead = <BackLink link={(looks) => <Link {...looks} to="." search={{}} />}>{t('title')}</BackLink>;
  return (
    <Suspense
      fallback={
        <Screen
          title={t('plan')}
          state="loading"
          loading={<SkeletonGrid label={t('loading')} cards={2} height={240} />}
        />
      }
    >
      <PlanScreen place={{ labId: lab?.id, kitchen: lab?.name ?? null, timeZone: lab?.timeZone }} lead={lead} />
    </Suspense>
  );
}

function Kitchens() {
  const { t } = useMessages(laboratoriesMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(listLaboratories, {}));
  const [edited, setEdited] = useState<Laboratory | 'new' | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <Screen
        title={t('title')}
        actions={data && data.length > 0 && add}
        state={data ? (data.length === 0 ? 'empty' : 'ready') : error ? 'error' : 'loading'}
        loading={<SkeletonGrid label={t('loading')} cards={3} height={240} />}
        error={<ErrorState {...failure(error, refetch, t('loadFailed'))} />}
        empty={
          <EmptyState icon={IconToolsKitchen2} title={t('empty')} action={add}>
            <p>{t('emptyHint')}</p>
          </EmptyState>
        }
      >
        <div className={styles.grid}>
          {data?.map((lab) => (
            <Kitchen key={lab.id} lab={lab} onEdit={() => setEdited(lab)} />
          ))}
        </div>
        <CompanyPlan />
      </Screen>
      {edited && (
        <DialogSlot>
          <LaboratoryDialog {...(edited === 'new' ? {} : { lab: edited })} onClose={() => setEdited(null)} />
        </DialogSlot>
      )}
    </>
  );
}

/** The way to the plan of the units that stand in no kitchen. */
function CompanyPlan() {
  const { t } = useMessages(laboratoriesMessages);
  return (
    <Card>
      <div className={styles.company}>
        <div>
          <h2 className={styles.name}>{t('companyPlan')}</h2>
          <p className={styles.count}>{t('companyPlanHint')}</p>
        </div>
        <div className={styles.companyPlan}>
          <PlanLink plan={withoutKitchen} label={t('planOf', { kitchen: t('companyPlan') })} />
        </div>
      </div>
    </Card>
  );
}

function PlanLink({ plan, label }: { plan: string; label: string }) {
  const { t } = useMessages(laboratoriesMessages);
  return (
    <Button
      variant="default"
      leftSection={<IconClipboardCheck size={18} aria-hidden />}
      aria-label={label}
      renderRoot={(props) => <Link {...props} to="." search={{ plan }} />}
    >
      {t('plan')}
    </Button>
  );
}

function Kitchen({ lab, onEdit }: { lab: Laboratory; onEdit: () => void }) {
  const { t } = useMessages(laboratoriesMessages);
  const heading = useId();
  const facts: { term: string; detail: ReactNode }[] = [
    ...(lab.dealer ? [{ term: t('dealer'), detail: lab.dealer }] : []),
    ...(lab.assistanceCenter
      ? [{ term: t('assistanceCenter'), detail: <AssistanceCenter named={lab.assistanceCenter} /> }]
      : []),
    { term: t('timeZone'), detail: lab.timeZone.replaceAll('_', ' ') },
  ];
  return (
    <Card as="article" labelledBy={heading}>
      <div className={styles.kitchen}>
        <header>
          <h2 className={styles.name} id={heading}>
            {lab.name}
          </h2>
          <p className={styles.count}>{t('appliances', { n: lab.applianceCount })}</p>
        </header>
        <div className={styles.facts}>
          <Address lab={lab} />
          <DefinitionList items={facts} />
        </div>
        <div className={styles.foot}>
          <PlanLink plan={lab.id} label={t('planOf', { kitchen: lab.name })} />
          <Actions lab={lab} onEdit={onEdit} />
        </div>
      </div>
    </Card>
  );
}

/** Whom the kitchen names as its service partner, by company where it is known. */
function AssistanceCenter({ named }: { named: string }) {
  const { data: partners = [] } = useQuery(callQuery(listServicePartners, {}));
  const partner = partnerAt(partners, named);
  return (
    <>
      {partner && <span className={styles.line}>{partner.company}</span>}
      <span className={styles.line}>{named}</span>
    </>
  );
}

/** Street, place and country, each in its own line, as far as they are known. */
function Address({ lab }: { lab: Laboratory }) {
  const { t, locale } = useMessages(laboratoriesMessages);
  const { address = '', postalCode = '', city = '', district = '', country = '' } = lab;
  const lines = [
    address,
    [postalCode, city, district && `(${district})`].filter(Boolean).join(' '),
    country && (new Intl.DisplayNames(intlTag(locale), { type: 'region' }).of(country) ?? country),
  ].filter(Boolean);
  if (lines.length === 0) return <p className={styles.missing}>{t('addressMissing')}</p>;
  return (
    <p className={styles.address}>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </p>
  );
}

/** Editing, and deleting while nothing stands in the kitchen: else the reason is there before anybody tries (S5.9, S8.14). */
function Actions({ lab, onEdit }: { lab: Laboratory; onEdit: () => void }) {
  const { t } = useMessages(laboratoriesMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const remove = useToldCall(deleteLaboratory, { refresh: [listLaboratories], done: t('deleted') });
  const kitchen = lab.name;
  const why = useId();
  if (!lab.may.edit) return null;
  const askDelete = () =>
    ask({
      title: t('deleteTitle'),
      body: t('deleteBody', { kitchen }),
      confirm: t('deleteKitchen'),
      cancel: t('cancel'),
      tone: 'danger',
      run: () => remove.send({ params: { id: lab.id } }),
    });
  return (
    <>
      {!lab.may.delete && lab.applianceCount > 0 && (
        <p className={styles.why} id={why}>
          {t('inUse')}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={t('editOf', { kitchen })}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-label={t('deleteOf', { kitchen })}
          aria-describedby={lab.may.delete ? undefined : why}
          disabled={!lab.may.delete}
          onClick={askDelete}
        >
          {t('delete')}
        </Button>
      </div>
      {dialog}
    </>
  );
}
