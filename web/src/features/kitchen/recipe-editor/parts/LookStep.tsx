import { searchable } from '@brina/domain/language/searchable';
import { type IconName, iconNames } from '@brina/domain/recipes/icons';
import { iconMessages } from '@brina/domain/recipes/icons.messages';
import { palette, paletteIndexes } from '@brina/domain/recipes/palette';
import { paletteMessages } from '@brina/domain/recipes/palette.messages';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useId, useState } from 'react';
import { CycleBadge } from '../../../../appliance/CycleBadge.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';

/** Step 2: by what a cycle is found at a glance. A colour is told by its name and the shape of the badge, never by itself. */
export function LookStep(props: StepProps) {
  const { edit } = props;
  const { t } = useMessages(editorMessages);
  return (
    <div className={styles.step}>
      <div className={styles.preview}>
        <CycleBadge icon={edit.icon} colour={edit.colour} size={56} />
        <div>
          <p className={styles.hint}>{t('preview')}</p>
          {edit.title !== '' && <p className={styles.previewTitle}>{edit.title}</p>}
        </div>
      </div>
      <ColourChoice {...props} />
      <IconChoice {...props} />
    </div>
  );
}

function ColourChoice({ edit, onChange }: StepProps) {
  const { t } = useMessages(editorMessages);
  const { t: word } = useMessages(paletteMessages);
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('colour')}</legend>
      <div className={styles.colours}>
        {paletteIndexes.map((index) => (
          <label key={index} className={styles.swatch}>
            <input
              type="radio"
              name={name}
              className={styles.hidden}
              checked={edit.colour === index}
              onChange={() => onChange({ ...edit, colour: index })}
            />
            <CycleBadge icon={edit.icon} colour={index} size={40} />
            <span>{word(palette[index].key)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function IconChoice({ edit, onChange }: StepProps) {
  const { t } = useMessages(editorMessages);
  const { t: word } = useMessages(iconMessages);
  const [q, setQ] = useState('');
  const asked = useDeferredValue(searchable(q));
  const found = iconNames.filter((icon) => searchable(word(icon)).includes(asked));
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('icon')}</legend>
      <TextInput
        type="search"
        label={t('searchIcon')}
        autoComplete="off"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className={styles.icons}>
        {found.map((icon: IconName) => (
          <label key={icon} className={styles.swatch}>
            <input
              type="radio"
              name={name}
              className={styles.hidden}
              checked={edit.icon === icon}
              onChange={() => onChange({ ...edit, icon })}
            />
            <CycleBadge icon={icon} colour={edit.colour} size={40} />
            <span>{word(icon)}</span>
          </label>
        ))}
      </div>
      {found.length === 0 && (
        <p className={styles.hint} role="status">
          {t('noIcon')}
        </p>
      )}
    </fieldset>
  );
}
