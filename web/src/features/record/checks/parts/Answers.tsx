import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { altitude_max_m, checkMethods, expectedBy } from '@brina/domain/haccp/checks/probe-check';
import { TextInput } from '@mantine/core';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { Stepper } from '../../../../ui/Stepper.tsx';
import { type CheckDraft, findingOf } from '../check-draft.ts';
import { useFindingWords } from '../check-words.ts';
import { checkMessages } from '../checks.messages.ts';

/** What was said so far, and the way to say more. */
export type Ask = { draft: CheckDraft; change: (by: Partial<CheckDraft>) => void; appliance: Appliance };

/** Which needle of a trolley unit. */
export function Needle({ draft, change, appliance }: Ask) {
  const { t } = useMessages(checkMessages);
  const row = modelRow(appliance.model);
  const needles = Array.from({ length: row ? needlesOf(row) : 1 }, (_, place) => place + 1);
  return (
    <Choices
      choices={needles.map((value) => ({ value, label: t('probe', { n: value }) }))}
      chosen={draft.needle}
      onChoose={(needle) => change({ needle, before: null, after: null })}
    />
  );
}

/** In what it is checked. */
export function Method({ draft, change }: Ask) {
  const { t } = useMessages(checkMessages);
  return (
    <Choices
      choices={checkMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
      chosen={draft.method}
      onChoose={(method) => change({ method, before: null, isAdjusted: null, after: null })}
    />
  );
}

/** How high the kitchen lies: water boils the colder the higher. */
export function Altitude({ draft, change }: Ask) {
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  const boils_C = expectedBy({ method: 'BOILING', altitude_m: draft.altitude_m });
  return (
    <>
      <Stepper
        label={t('altitude')}
        value={draft.altitude_m}
        show={(value) => format.quantity(value, 'm', 0)}
        step={100}
        min={0}
        max={altitude_max_m}
        onChange={(altitude_m) => change({ altitude_m })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      <p>{t('boilsAt', { temperature: format.temperature(boils_C) })}</p>
    </>
  );
}

/** What the thermometer beside it reads, and which it is. */
export function Reference({ draft, change }: Ask) {
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  return (
    <>
      <Stepper
        label={t('reference')}
        value={draft.reference_C}
        show={(value) => format.temperature(value)}
        step={0.1}
        min={-60}
        max={150}
        onChange={(reference_C) => change({ reference_C })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      <TextInput
        size="lg"
        label={t('instrument')}
        maxLength={100}
        value={draft.instrument}
        onChange={(event) => change({ instrument: event.currentTarget.value })}
      />
      <TextInput
        size="lg"
        label={t('certificate')}
        maxLength={100}
        value={draft.certificate}
        onChange={(event) => change({ certificate: event.currentTarget.value })}
      />
      <TextInput
        size="lg"
        type="date"
        label={t('certificateUntil')}
        value={draft.certificateUntil}
        onChange={(event) => change({ certificateUntil: event.currentTarget.value })}
      />
    </>
  );
}

/** How deep it is in: of a needle that is not in as a whole, the upper points read the air. */
export function Part({ draft, change }: Ask) {
  const { t } = useMessages(checkMessages);
  return (
    <Choices
      choices={[
        { value: 'whole', label: t('whole') },
        { value: 'tip', label: t('tip') },
      ]}
      chosen={draft.isTipOnly ? 'tip' : 'whole'}
      onChoose={(part) => change({ isTipOnly: part === 'tip', before: null, after: null })}
    />
  );
}

/** What was found, and whether somebody has adjusted the probe since. */
export function Adjust({ draft, change }: Ask) {
  const { t } = useMessages(checkMessages);
  const words = useFindingWords();
  const finding = findingOf({ ...draft, isAdjusted: false });
  return (
    <>
      {finding && <Notice kind={finding.foundGood ? 'success' : 'warning'}>{words(finding)}</Notice>}
      <Choices
        choices={[
          { value: 'no', label: t('notAdjusted') },
          { value: 'yes', label: t('wasAdjusted') },
        ]}
        chosen={draft.isAdjusted === null ? null : draft.isAdjusted ? 'yes' : 'no'}
        onChoose={(answer) => change({ isAdjusted: answer === 'yes', after: null })}
      />
    </>
  );
}
