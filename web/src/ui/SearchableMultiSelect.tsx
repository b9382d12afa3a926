import { multiselectSearchClear_ms } from '@brina/domain/constants';
import { CheckIcon, Combobox, type ComboboxStore, Group, Pill, PillsInput, useCombobox } from '@mantine/core';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import styles from './SearchableMultiSelect.module.css';
import { byName } from './search-names.ts';

/** What can be chosen several of, by names; `group` heads those of one kind, which stand together. */
export type MultiChoiceProps = {
  label: string;
  /** The label is only read out, where the fields beside it have none. */
  hideLabel?: boolean;
  /** Shown while nothing is chosen. */
  placeholder: string;
  nothingFound: string;
  /** Says what the button of a chosen one does. */
  removeLabel: (name: string) => string;
  data: readonly { value: string; label: string; hint?: string; group?: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Stays one line high, however many are chosen: a filter moves nothing below it (B1.6). */
  oneLine?: boolean;
  /** So many at most. */
  most?: number;
  className?: string | undefined;
  error?: ReactNode;
};

/** As wide as its field, the list would be left where that is cut off, and widen the page. */
const inSight = { shift: { mainAxis: true } };

/**
 * The field and the list of `MultiChoice`: a combobox whose list stays open while one chooses. The search is for finding, as in a list
 * that one types into: it clears a moment after the last key (S9.8), all choices are there again, and the one that was found stays at hand.
 */
export function SearchableMultiSelect(props: MultiChoiceProps) {
  const { label, hideLabel = false, oneLine = false, placeholder, data, value, onChange } = props;
  const { most = Infinity, className, error } = props;
  const listId = useId();
  const field = useRef<HTMLDivElement>(null);
  const combobox = useCombobox({
    onDropdownOpen: () => field.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const { search, setSearch, atHand, lookAtHand } = useClearingSearch(combobox, listId);
  const choose = (chosen: string) => {
    if (value.includes(chosen)) onChange(value.filter((one) => one !== chosen));
    else if (value.length < most) onChange([...value, chosen]);
  };
  const erase = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || search !== '' || value.length === 0) return;
    event.preventDefault();
    onChange(value.slice(0, -1));
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} middlewares={inSight}>
      <Combobox.DropdownTarget>
        <PillsInput
          ref={field}
          size="md"
          label={hideLabel ? undefined : label}
          className={className}
          classNames={{ input: styles.field ?? '' }}
          error={error}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group className={styles.row} data-one-line={oneLine || undefined}>
            <Pills {...props} onRemove={choose} />
            {/* The library tells what is at hand only where an arrow key led there. */}
            <Combobox.EventsTarget withAriaAttributes={false}>
              <PillsInput.Field
                className={styles.search}
                role="combobox"
                aria-label={label}
                aria-haspopup="listbox"
                aria-expanded={combobox.dropdownOpened}
                aria-controls={listId}
                aria-activedescendant={combobox.dropdownOpened ? atHand : undefined}
                // Escape closes the list, not the dialog around it.
                data-mantine-stop-propagation={combobox.dropdownOpened || undefined}
                autoComplete="off"
                placeholder={value.length === 0 ? placeholder : ''}
                value={search}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  combobox.openDropdown();
                  setSearch(event.currentTarget.value);
                }}
                onKeyDown={erase}
                onKeyUp={lookAtHand}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className={styles.list}>
        <Choices {...props} listId={listId} most={most} shown={byName(data, search)} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A search that clears a moment after the last key. The first that is found is at hand while one types, and stays so afterwards. */
function useClearingSearch(combobox: ComboboxStore, listId: string) {
  const found = useRef<string | null>(null);
  const [search, setSearch] = useState('');
  const [atHand, setAtHand] = useState<string>();
  const latest = useRef(combobox);
  useLayoutEffect(() => {
    latest.current = combobox;
  });
  useEffect(() => {
    const select = (place: number) => setAtHand(latest.current.selectOption(place) ?? undefined);
    if (search === '') {
      const place = optionsOf(listId).findIndex((option) => option.getAttribute('value') === found.current);
      if (place >= 0) select(place);
      found.current = null;
      return undefined;
    }
    select(0);
    const timer = setTimeout(() => {
      found.current = selectedOf(listId)?.getAttribute('value') ?? null;
      setSearch('');
    }, multiselectSearchClear_ms);
    return () => clearTimeout(timer);
  }, [search, listId]);
  return { search, setSearch, atHand, lookAtHand: () => setAtHand(selectedOf(listId)?.id) };
}

const optionsOf = (listId: string) => [...document.querySelectorAll(`[id="${listId}"] [role="option"]`)];
const selectedOf = (listId: string) => optionsOf(listId).find((one) => one.hasAttribute('data-combobox-selected'));

/** What is chosen, each with the way to take it away. */
function Pills({ data, value, removeLabel, onRemove }: MultiChoiceProps & { onRemove: (one: string) => void }) {
  return value.map((one) => {
    const name = data.find((row) => row.value === one)?.label ?? one;
    return (
      <Pill
        key={one}
        className={styles.chosen}
        size="md"
        withRemoveButton
        removeButtonProps={{
          className: styles.remove,
          'aria-label': removeLabel(name),
          'aria-hidden': false,
          tabIndex: 0,
        }}
        onRemove={() => onRemove(one)}
      >
        {name}
      </Pill>
    );
  });
}

function Choices(
  props: MultiChoiceProps & { listId: string; most: number; shown: readonly MultiChoiceProps['data'][number][] },
) {
  const { listId, label, nothingFound, value, most, shown } = props;
  return (
    <Combobox.Options id={listId} aria-label={label} aria-multiselectable className={styles.options}>
      {shown.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
      {shown.map(({ value: one, label: name, hint, group }, place) => (
        <Fragment key={one}>
          {group !== undefined && group !== shown[place - 1]?.group && <div className={styles.group}>{group}</div>}
          <Combobox.Option
            value={one}
            className={styles.choice}
            aria-selected={value.includes(one)}
            active={value.includes(one)}
            disabled={!value.includes(one) && value.length >= most}
          >
            <Group gap={10} wrap="nowrap">
              <CheckIcon size={14} className={styles.tick} aria-hidden />
              <span>
                {name}
                {hint !== undefined && <small className={styles.hint}>{hint}</small>}
              </span>
            </Group>
          </Combobox.Option>
        </Fragment>
      ))}
    </Combobox.Options>
  );
}
