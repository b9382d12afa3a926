import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { families } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { fromWireLocale, intlTag } from '@brina/domain/language/locales';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { functionOf } from '../library.data.ts';
import { libraryMessages } from '../library.messages.ts';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { NoteMarks } from './NoteMarks.tsx';

/** Badge, words and origin of a cycle. */
export function RecipeHead({ cycle }: { cycle: Recipe }) {
  const { t } = useMessages(recipeMessages);
  const { t: library } = useMessages(libraryMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const format = useFormat();
  const key = functionOf(cycle);
  const isOwn = cycle.type === 'Custom';
  const when = format.date(cycle.editedAt);
  const origin = isOwn
    ? [
        t('version', { n: cycle.version }),
        cycle.editedBy === null ? t('editedBySomebody', { when }) : t('edited', { when, name: cycle.editedBy }),
      ]
    : [t('byMaker')];
  const languageName = new Intl.DisplayNames(intlTag(format.reader.locale), { type: 'language' });
  const isOther =
    fromWireLocale(cycle.language) !== format.reader.locale &&
    !(cycle.language.startsWith('en') && format.reader.locale.startsWith('en'));
  return (
    <Card>
      <div className={styles.head}>
        <CycleBadge icon={cycle.icon} colour={cycle.colour} size={56} />
        <div className={styles.words}>
          <p className={styles.chips}>
            <span className={styles.chip}>
              {cycle.family === 'PL' ? library('planOfProver') : key && functionWord(key)}
            </span>
            <span className={styles.chip}>{cycle.family === 'MF' ? cycle.package : families[cycle.family].name}</span>
            <span className={styles.chip}>{library(`sector.${cycle.sector}`)}</span>
            <span className={styles.chip} data-own={isOwn || undefined}>
              {library(`type.${cycle.type}`)}
            </span>
          </p>
          {cycle.description && <p className={styles.description}>{cycle.description}</p>}
          <NoteMarks notes={cycle.notes} />
          <p className={styles.meta}>
            {[t('number', { n: String(cycle.number) }), ...origin].join(' · ')}
            {isOther &&
              ` · ${t('written', { language: languageName.of(cycle.language.replace('_', '-')) ?? cycle.language })}`}
          </p>
        </div>
      </div>
    </Card>
  );
}
