import { actionCauses } from '@brina/domain/haccp/actions/action';
import { Textarea, TextInput } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { ChoiceOrText } from '../../../../ui/ChoiceOrText.tsx';
import { Choices } from '../../../../ui/Choices.tsx';
import { actionMessages } from '../actions.messages.ts';
import type { Ask } from './ask.ts';

/** What is often done against a cause that comes again. */
const preventions = ['train', 'less', 'check', 'service'] as const;

/** The causes that fit the record first; none is chosen before somebody does. One that comes again asks for what is done against it. */
export function Cause({ draft, change, asked: { proposedCauses, needsPrevention } }: Ask) {
  const { t } = useMessages(actionMessages);
  const worded = (causes: readonly (typeof actionCauses)[number][]) =>
    causes.map((value) => ({ value, label: t(`cause.${value}`) }));
  const choose = { chosen: draft.cause, onChoose: (cause: (typeof actionCauses)[number]) => change({ cause }) };
  return (
    <>
      <Choices label={t('proposed')} choices={worded(proposedCauses)} {...choose} />
      <Choices
        label={t('others')}
        choices={worded(actionCauses.filter((one) => !proposedCauses.includes(one)))}
        {...choose}
      />
      {draft.cause === 'OTHER' && (
        <TextInput
          size="lg"
          label={t('cause.text')}
          maxLength={500}
          value={draft.causeText}
          onChange={(event) => change({ causeText: event.currentTarget.value })}
        />
      )}
      {draft.cause !== null && needsPrevention.includes(draft.cause) ? (
        <ChoiceOrText
          choices={preventions.map((one) => t(`prevention.${one}`))}
          label={t('prevention.needed')}
          hint={t('prevention.neededHint')}
          maxLength={500}
          value={draft.prevention}
          onChange={(prevention) => change({ prevention })}
        />
      ) : (
        <Textarea
          label={t('prevention')}
          maxLength={500}
          autosize
          value={draft.prevention}
          onChange={(event) => change({ prevention: event.currentTarget.value })}
        />
      )}
    </>
  );
}
