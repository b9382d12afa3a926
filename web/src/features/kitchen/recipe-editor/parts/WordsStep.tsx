import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { endonym, fromWireLocale, htmlLang, locales, wireLocale } from '@brina/domain/language/locales';
import { recipeLimits, recipeSectors } from '@brina/domain/recipes/recipe';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { MultiChoice } from '../../../../ui/MultiChoice.tsx';
import { libraryMessages } from '../../library/library.messages.ts';
import styles from '../Editor.module.css';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';

/** Step 3: what a cycle is called, in one language or several, and where it is offered. */
export function WordsStep(props: StepProps) {
  const { edit, onChange } = props;
  const { t } = useMessages(editorMessages);
  const { t: library } = useMessages(libraryMessages);
  const written = Object.keys(edit.texts);
  return (
    <div className={styles.step}>
      <WordFields
        {...props}
        language={edit.language}
        at=""
        words={edit}
        onWords={(words) => onChange({ ...edit, ...words })}
      />
      <div className={styles.pair}>
        <NativeSelect
          label={t('language')}
          value={edit.language}
          data={locales
            .map((locale) => ({ value: wireLocale(locale), label: endonym(locale) }))
            .filter(({ value }) => !written.includes(value))}
          onChange={(event) => onChange({ ...edit, language: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('sector')}
          value={edit.sector}
          data={recipeSectors.map((value) => ({ value, label: library(`sector.${value}`) }))}
          onChange={(event) => {
            const sector = recipeSectors.find((one) => one === event.currentTarget.value);
            if (sector) onChange({ ...edit, sector });
          }}
        />
      </div>
      <KitchenChoice {...props} />
      {written.map((language) => (
        <OtherLanguage key={language} {...props} language={language} />
      ))}
      <AddLanguage {...props} />
    </div>
  );
}

type Words = { title: string; description: string };

/** Title and description in one language. @param at before the names of their fields */
function WordFields(
  props: StepProps & { language: string; at: string; words: Words; onWords: (words: Words) => void },
) {
  const { fault, language, at, onWords } = props;
  const { title, description } = props.words;
  const { t } = useMessages(editorMessages);
  const format = useFormat();
  const lang = htmlLang(fromWireLocale(language));
  const named = (field: string): string =>
    at === '' ? field : t('inLanguage', { field, language: endonym(fromWireLocale(language)) });
  return (
    <>
      <TextInput
        label={named(t('title'))}
        description={t('titleHint', recipeLimits.title)}
        lang={lang}
        autoComplete="off"
        maxLength={recipeLimits.title.max}
        value={title}
        error={fault(`${at}title`)}
        onChange={(event) => onWords({ title: event.currentTarget.value, description })}
      />
      <Textarea
        label={named(t('description'))}
        description={t('descriptionHint', { n: format.number(recipeLimits.description) })}
        lang={lang}
        size="md"
        rows={3}
        maxLength={recipeLimits.description}
        value={description}
        error={fault(`${at}description`)}
        onChange={(event) => onWords({ title, description: event.currentTarget.value })}
      />
    </>
  );
}

function OtherLanguage(props: StepProps & { language: string }) {
  const { edit, onChange, language } = props;
  const { t } = useMessages(editorMessages);
  const name = endonym(fromWireLocale(language));
  const { [language]: words = { title: '', description: '' }, ...others } = edit.texts;
  return (
    <fieldset className={styles.language}>
      <legend lang={htmlLang(fromWireLocale(language))}>{name}</legend>
      <WordFields
        {...props}
        at={`texts.${language}.`}
        words={words}
        onWords={(next) => onChange({ ...edit, texts: { ...edit.texts, [language]: next } })}
      />
      <Button
        variant="subtle"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => onChange({ ...edit, texts: others })}
      >
        {t('removeLanguage', { language: name })}
      </Button>
    </fieldset>
  );
}

function AddLanguage({ edit, onChange }: StepProps) {
  const { t } = useMessages(editorMessages);
  const open = locales.filter((locale) => {
    const wire = wireLocale(locale);
    return wire !== edit.language && !Object.hasOwn(edit.texts, wire);
  });
  if (open.length === 0) return null;
  return (
    <NativeSelect
      label={t('addLanguage')}
      value=""
      data={[
        { value: '', label: t('chooseLanguage') },
        ...open.map((locale) => ({ value: wireLocale(locale), label: endonym(locale) })),
      ]}
      onChange={(event) => {
        const language = event.currentTarget.value;
        if (language !== '') {
          onChange({ ...edit, texts: { ...edit.texts, [language]: { title: '', description: '' } } });
        }
      }}
    />
  );
}

/** Where there is one kitchen only, it is offered there. */
function KitchenChoice({ edit, onChange }: StepProps) {
  const { t } = useMessages(editorMessages);
  const kitchens = useQuery(callQuery(listLaboratories, {})).data ?? [];
  if (kitchens.length < 2) return null;
  return (
    <MultiChoice
      label={t('kitchens')}
      placeholder={t('allKitchens')}
      nothingFound={t('nothingFound')}
      removeLabel={(name) => t('removeKitchen', { name })}
      data={kitchens.map(({ id, name }) => ({ value: id, label: name }))}
      value={edit.laboratoryIds}
      onChange={(laboratoryIds) => onChange({ ...edit, laboratoryIds })}
    />
  );
}
