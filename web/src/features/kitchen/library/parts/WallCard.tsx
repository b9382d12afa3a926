import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { families, modelRow } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { widestModel } from '@brina/domain/recipes/recipe-check';
import { useEffect, useState } from 'react';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { useAppliances } from '../../../../lib/appliances.ts';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { QrCode } from '../../../../lib/QrCode.tsx';
import { PaperSheet } from '../../../../ui/PaperSheet.tsx';
import { totalOf } from '../ForecastView.tsx';
import { questionOf, usualLoad } from '../forecast-question.ts';
import { functionOf } from '../library.data.ts';
import { recipeMessages } from '../recipe.messages.ts';
import { useForecast } from '../use-forecast.ts';
import { useKitchenPlan } from '../use-kitchen-plan.ts';
import { usePhaseLines } from '../use-phase-lines.ts';
import styles from './WallCard.module.css';

/** Texts to have before it is printed. */
export const messages = [ruleMessages, ruleNameMessages];

/**
 * A cycle for the wall of a kitchen, on paper alone: what it is called, how long a usual load takes, what it does phase by phase, the limit
 * it is judged by, and a code that opens its page. It is printed as soon as all of it is known, and stays for the reader's own printing.
 * @param serialNumber of the appliance that it is printed for; undefined: the first that runs it
 */
export function WallCard(props: { cycle: Recipe; serialNumber: string | undefined; onPrint: () => void }) {
  const { cycle, serialNumber, onPrint } = props;
  const { t } = useMessages(recipeMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const format = useFormat();
  const phases = usePhaseLines(cycle.definition);
  const { expected, rule, isKnown } = useExpectedWords(cycle, serialNumber);
  useEffect(() => {
    if (isKnown) onPrint();
  }, [isKnown, onPrint]);
  const { nameOfRow } = useRuleWords();
  const key = functionOf(cycle);
  const { name } = families[cycle.family];
  const address = new URL(pathOf('recipe-overview', { recipeId: cycle.id }), location.origin).href;
  return (
    <PaperSheet name={cycle.title}>
      <div className={styles.card}>
        <header className={styles.head}>
          <CycleBadge icon={cycle.icon} colour={cycle.colour} size={56} />
          <div>
            <h1>{cycle.title}</h1>
            <p>{[key && functionWord(key), name].filter(Boolean).join(' · ')}</p>
          </div>
        </header>
        {cycle.description && <p className={styles.description}>{cycle.description}</p>}
        {expected.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <ol className={styles.phases}>
          {phases.map(({ name, end, facts }, index) => (
            // A cycle may hold the same phase twice; its place is its identity.
            <li key={index}>
              <span>{name}</span>
              <span>{end}</span>
              <p>{facts}</p>
            </li>
          ))}
        </ol>
        <footer className={styles.foot}>
          <div>
            {rule && <p className={styles.rule}>{nameOfRow(rule)}</p>}
            <p>
              {[
                t('number', { n: String(cycle.number) }),
                t('version', { n: cycle.version }),
                t('printed', { when: format.date(now(), undefined, 'document') }),
              ].join(' · ')}
            </p>
          </div>
          <figure className={styles.code}>
            <a href={address}>
              <QrCode of={address} />
            </a>
            <figcaption>{t('scan')}</figcaption>
          </figure>
        </footer>
      </div>
    </PaperSheet>
  );
}

/** How long a usual load takes on an appliance that nobody has looked at yet, and by which rule: the card hangs there for months. */
function useExpectedWords(cycle: Recipe, serialNumber: string | undefined) {
  const { t } = useMessages(recipeMessages);
  const format = useFormat();
  const { timeZone } = format.reader;
  const [now_ms] = useState(now);
  const able = cycle.appliances.filter(({ fit }) => fit.kind !== 'refused');
  const appliance = able.find((one) => one.serialNumber === serialNumber) ?? able[0];
  const model = modelRow(appliance?.model ?? '') ?? widestModel(cycle.family);
  const load = usualLoad(cycle, model);
  const lab = useAppliances((all) => all.find((one) => one.serialNumber === appliance?.serialNumber)?.lab ?? null);
  const plan = useKitchenPlan(appliance && { lab }, cycle.may.run);
  const question =
    plan && questionOf(cycle.definition, model, { load, unit: undefined, plan, start: {}, now_ms, timeZone });
  const { answer, isStale } = useForecast(question ?? null);
  const expected = answer
    ? [
        totalOf(answer, t, (minutes) => format.duration(Math.round(minutes) * minute_ms)),
        load &&
          t('usualLoad', {
            kg: format.quantity(load.kg, 'kg'),
            depth: format.quantity(load.depth_mm, 'mm'),
            from: format.quantity(load.from_C, 'Cel', 0),
            model: model.storedName,
          }),
      ].filter((line) => line !== null)
    : [];
  return { expected, rule: question?.rule ?? null, isKnown: question !== undefined && !isStale };
}
