import { type ProbeReading, readProbe } from '@brina/contract/calls/record/checks';
import { type CheckSetting, judgeCheck } from '@brina/domain/haccp/checks/probe-check';
import { steadyWindow_ms } from '@brina/domain/haccp/checks/steadiness';
import { second_ms } from '@brina/domain/language/durations';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { Stepper } from '../../../../ui/Stepper.tsx';
import { type CheckDraft, elsewhere_K, readOf, type Taken } from '../check-draft.ts';
import { checkMessages } from '../checks.messages.ts';
import styles from './Checks.module.css';

/** A unit that is watched sends a value every two seconds. */
const asked_ms = 2 * second_ms;
/** Points of one needle in one bath agree better than this. */
const spread_max_K = 1;

/**
 * What a needle reads: the portal waits until it has come to rest and takes the mean of its own minute, or somebody types what the display
 * shows. What is at rest far from what it should read hangs in no bath, and is not offered.
 * @param begin what was taken before somebody came back to the question
 * @param notBefore when the minute has to have begun, epoch ms: one in which the probe was adjusted counts for nothing; null: any
 * @param onTake told whenever the value that would be taken changes; null: there is none yet
 */
export function Measure(props: {
  serial: string;
  draft: CheckDraft;
  setting: CheckSetting;
  begin: Taken | null;
  notBefore: number | null;
  onTake: (taken: Taken | null) => void;
}) {
  const { serial, draft, setting, begin, notBefore, onTake } = props;
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  const [typed_C, setTyped] = useState<number | null>(begin?.until === null ? begin.value_C : null);
  const { data } = useQuery({
    ...callQuery(readProbe, { params: { serial }, query: { needle: draft.needle } }),
    refetchInterval: asked_ms,
    // Of another minute, nothing is shown.
    gcTime: 0,
    staleTime: 0,
  });
  const { expected_C, limit_K } = judgeCheck(setting, 0, null);
  const read = data && readOf(draft, data, setting);
  const isEarly = notBefore !== null && (data?.until ?? 0) < notBefore + steadyWindow_ms;
  const state = read && shownState(read, { expected_C, isEarly });
  const rested = state === 'steady' && read?.mean_C != null ? read.mean_C : null;
  const until = rested === null ? null : (data?.until ?? null);
  useEffect(() => {
    if (typed_C !== null) onTake({ value_C: typed_C, until: null });
    else onTake(rested === null ? null : { value_C: Math.round(rested * 100) / 100, until });
  }, [typed_C, rested, until, onTake]);
  const temperature = (value: number | null) => (value === null ? '–' : format.temperature(value));
  const begin_C = Math.round((read?.value_C ?? expected_C) * 10) / 10;
  return (
    <>
      <div className={styles.texts}>
        <p>{t(`how.${setting.method}`)}</p>
        <p>{t('expected', { temperature: temperature(expected_C), limit: format.temperatureDelta(limit_K) })}</p>
      </div>
      {typed_C === null ? (
        <Live needle={draft.needle} state={state} read={read} rested={rested} />
      ) : (
        <Stepper
          label={t('shown')}
          value={typed_C}
          show={temperature}
          step={0.1}
          min={-60}
          max={150}
          onChange={setTyped}
          lessLabel={t('less')}
          moreLabel={t('more')}
        />
      )}
      {typed_C === null && read && state !== 'elsewhere' && read.spread_K > spread_max_K && (
        <Notice kind="info">{t('spread', { difference: format.temperatureDelta(read.spread_K) })}</Notice>
      )}
      <Choices
        choices={[{ value: 'other', label: t(typed_C === null ? 'byHand' : 'byPortal') }]}
        chosen={null}
        onChoose={() => setTyped(typed_C === null ? begin_C : null)}
      />
    </>
  );
}

/** What the needle reads at this moment, large, and whether it has come to rest. */
function Live(props: {
  needle: number;
  state: Shown | undefined;
  read: ReturnType<typeof readOf> | undefined;
  rested: number | null;
}) {
  const { needle, state, read, rested } = props;
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  const temperature = (value: number | null) => (value === null ? '–' : format.temperature(value));
  const said =
    state &&
    {
      steady: () => t('state.steady', { temperature: temperature(rested) }),
      moving: () => t('state.moving', { sigma: format.quantity(read?.sigma_K ?? 0, 'K', 1) }),
      few: () => t('state.few'),
      stale: () => t('state.stale'),
      elsewhere: () => t('state.elsewhere'),
      broken: () => t('state.broken'),
    }[state]();
  return (
    <div className={styles.live} data-state={state}>
      <span>{t('now', { n: needle })}</span>
      <output>{temperature(state === 'stale' ? null : (read?.value_C ?? null))}</output>
      <span role="status">{said}</span>
    </div>
  );
}

type Shown = ProbeReading['state'] | 'elsewhere' | 'broken';

function shownState(
  { state, value_C, mean_C }: ReturnType<typeof readOf>,
  { expected_C, isEarly }: { expected_C: number; isEarly: boolean },
): Shown {
  if (state === 'stale' || state === 'moving') return state;
  if (state === 'few') return mean_C === null ? 'broken' : state;
  if (value_C !== null && Math.abs(value_C - expected_C) > elsewhere_K) return 'elsewhere';
  return isEarly ? 'few' : state;
}
