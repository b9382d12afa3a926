import { minute_ms } from '@brina/domain/language/durations';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { ChoiceOrText } from '../../../../ui/ChoiceOrText.tsx';
import { Choices } from '../../../../ui/Choices.tsx';
import { foodSlide_C, Stepper } from '../../../../ui/Stepper.tsx';
import { isFresh, type Needle } from '../action-draft.ts';
import { actionMessages } from '../actions.messages.ts';
import type { Ask } from './ask.ts';

/** Food that was cooled and failed is about as warm, °C. */
const near_C = 3;
/** As many characters as an instrument takes. */
const instrument_max = 100;

/**
 * How warm the food is now: as somebody measures it, or as the needle read it a moment ago, with that moment and by its own name. The
 * stepper begins where the needle was last; what it begins with is no measurement before somebody has said so.
 */
export function Food(props: Ask & { needle: Needle | null; instruments: readonly string[] }) {
  const { draft, needle, instruments, change } = props;
  const { measured } = draft;
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  const minute = useNow(minute_ms);
  const ofNeedle = needle && {
    value_C: needle.value_C,
    at: needle.at,
    instrument: t('food.needle', { unit: needle.unit }).slice(0, instrument_max),
  };
  const isOfNeedle = measured != null && measured.at === ofNeedle?.at && measured.instrument === ofNeedle.instrument;
  const byHand = measured && !isOfNeedle ? measured : null;
  return (
    <>
      <Stepper
        label={t('food.core')}
        value={measured?.value_C ?? null}
        near={Math.round((needle?.value_C ?? near_C) * 2) / 2}
        show={(value) => format.temperature(value)}
        step={0.5}
        min={-40}
        max={110}
        slide={foodSlide_C}
        onChange={(value_C) => change({ measured: { value_C, at: now(), instrument: byHand?.instrument ?? '' } })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      {byHand && (
        <ChoiceOrText
          label={t('food.instrument')}
          choices={[...new Set([...instruments, t('food.instrumentUsual')])].slice(0, 4)}
          maxLength={instrument_max}
          value={byHand.instrument}
          onChange={(instrument) => change({ measured: { ...byHand, instrument } })}
        />
      )}
      <Choices
        choices={[
          ...(needle && isFresh(needle, minute)
            ? [
                {
                  value: 'needle',
                  label: t('food.last', {
                    time: format.clock(needle.at, needle.timeZone),
                    temperature: format.temperature(needle.value_C),
                  }),
                } as const,
              ]
            : []),
          { value: 'none', label: t('food.skip') } as const,
        ]}
        chosen={measured === null ? 'none' : isOfNeedle ? 'needle' : null}
        onChoose={(choice) => change({ measured: choice === 'needle' ? ofNeedle : null })}
      />
    </>
  );
}
