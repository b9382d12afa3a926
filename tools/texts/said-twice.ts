import { type Language, languages } from '@brina/domain/language/locales';
import { isTranslated, type TextRow, textIn } from '@brina/domain/language/messages';

/**
 * The same English in two rows is translated alike, or the row that differs says why in `apart`: one sentence for each English that
 * is said differently, and one for each `apart` that nothing differs from.
 */
export function saidTwice(rows: readonly TextRow[]): string[] {
  const byEnglish = Map.groupBy(rows, ({ en }) => JSON.stringify(en));
  return [...byEnglish].flatMap(([english, same]) => {
    const together = same.filter(({ apart }) => apart === undefined);
    const [first] = together;
    const different = languages.filter((language) => together.some((row) => first && differ(first, row, language)));
    const places = together.map(({ of }) => of).join(', ');
    return [
      ...(different.length === 0
        ? []
        : [
            `${english} is said differently in ${different.join(', ')}: make it one row, or say in "apart" why: ${places}`,
          ]),
      ...same
        .filter((row) => row.apart !== undefined && !together.some((other) => differsFrom(row, other)))
        .map(({ of }) => `${of} stands apart, but nothing else says ${english} in other words`),
    ];
  });
}

/** Whether two rows with the same English say it differently; a language that one of them does not have is none. */
const differ = (one: TextRow, other: TextRow, language: Language): boolean => {
  if (isTranslated(language) && (!one.others[language] || !other.others[language])) return false;
  return JSON.stringify(textIn(one, language)) !== JSON.stringify(textIn(other, language));
};

const differsFrom = (one: TextRow, other: TextRow): boolean =>
  languages.some((language) => differ(one, other, language));
