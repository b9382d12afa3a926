import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { families } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { qrPath } from '@brina/domain/qr-path';
import QRCode from 'qrcode';
import { useEffect } from 'react';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { now } from '../../../../lib/clock.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { PaperSheet } from '../../../../ui/PaperSheet.tsx';
import { ruleOf } from '../kitchen-rule.ts';
import { functionOf } from '../library.data.ts';
import { recipeMessages } from '../recipe.messages.ts';
import { PhaseRows } from './RecipePhases.tsx';
import styles from './WallCard.module.css';

/** Texts to have before it is printed. */
export const messages = [ruleMessages];

/**
 * A cycle for the wall of a kitchen, on paper alone: what it is called, what it does phase by phase, the limit it is judged by, and a code that
 * opens its page. It is printed as soon as it stands, and stays for the reader's own printing.
 */
export function WallCard({ cycle, onPrint }: { cycle: Recipe; onPrint: () => void }) {
  const { t } = useMessages(recipeMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const format = useFormat();
  useEffect(onPrint, [onPrint]);
  const { t: ruleWord } = useMessages(ruleMessages);
  const key = functionOf(cycle);
  const rule = ruleOf(cycle.definition);
  const { name } = families[cycle.family];
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
        <ol className={styles.phases}>
          <PhaseRows definition={cycle.definition} />
        </ol>
        <footer className={styles.foot}>
          <div>
            {rule?.texts && <p className={styles.rule}>{ruleWord(rule.texts.name)}</p>}
            <p>
              {[
                t('number', { n: String(cycle.number) }),
                t('version', { n: cycle.version }),
                t('printed', { when: format.date(now(), undefined, 'document') }),
              ].join(' · ')}
            </p>
          </div>
          <figure className={styles.code}>
            <Code of={new URL(pathOf('recipe-overview', { recipeId: cycle.id }), location.origin).href} />
            <figcaption>{t('scan')}</figcaption>
          </figure>
        </footer>
      </div>
    </PaperSheet>
  );
}

/** The light margin that readers of such codes need around one, in modules. */
const quiet = 4;

function Code({ of }: { of: string }) {
  const { modules } = QRCode.create(of, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * quiet;
  return (
    <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} aria-hidden>
      <path d={qrPath(modules)} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}
