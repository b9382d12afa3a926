import { multiselectSearchClear_ms } from '@brina/domain/constants';
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './styles.css';
import { MultiChoice } from './MultiChoice.tsx';
import { axeFindings } from './testing/axe.ts';
import { holdTimers } from './testing/held-timers.ts';
import { cssVariables, theme } from './theme.ts';

const names = ['Abbattitore', 'Armadio', 'Cella', 'Congelatore', 'Frigo', 'Ghiacciaia', 'Vetrina'];

function Choice({ most, oneLine = false }: { most?: number; oneLine?: boolean }) {
  const [value, setValue] = useState<string[]>([]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <MultiChoice
        label="Appliances"
        placeholder="All"
        nothingFound="None"
        removeLabel={(name) => `Take away ${name}`}
        data={names.map((name) => ({ value: name.toLowerCase(), label: name }))}
        value={value}
        oneLine={oneLine}
        {...(most ? { most } : {})}
        onChange={setValue}
      />
      <output>{value.join(' ')}</output>
    </MantineProvider>
  );
}

const field = () => page.getByRole('combobox', { name: 'Appliances' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const chosen = () => document.querySelector('output')?.textContent;
/** What a screen reader is at, while the focus stays in the field. */
const atHand = () => {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  return id && document.getElementById(id)?.textContent;
};

beforeEach(() => page.viewport(900, 800));

describe('a choice of several', () => {
  it('S9.8 finds what is typed; the search clears a while after the last key, and what was found stays at hand', async () => {
    using pause = holdTimers(multiselectSearchClear_ms);
    await render(<Choice />);
    await expect.element(field()).toBeVisible();
    await userEvent.click(field());
    await expect.poll(options).toEqual(names);
    await userEvent.keyboard('c');
    await expect.poll(options).toEqual(['Cella', 'Congelatore', 'Ghiacciaia']);
    expect(pause.count).toBe(1);
    // Each key begins the pause anew.
    await userEvent.keyboard('o');
    await expect.poll(options).toEqual(['Congelatore']);
    expect(pause.count).toBe(1);
    await expect.poll(atHand).toBe('Congelatore');
    pause.end();
    await expect.element(field()).toHaveValue('');
    await expect.poll(options).toEqual(names);
    await expect.poll(atHand).toBe('Congelatore');
    await userEvent.keyboard('{Enter}');
    await expect.poll(chosen).toBe('congelatore');
  });

  it('S9.8 S1.1 is worked by the keyboard alone, and says to a screen reader what is chosen and at hand', async () => {
    await render(<Choice />);
    await expect.element(field()).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(atHand).toBe('Abbattitore');
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
    await expect.poll(chosen).toBe('abbattitore armadio');
    const isChosen = page
      .getByRole('option')
      .elements()
      .map((option) => option.getAttribute('aria-selected'));
    expect(isChosen).toEqual(['true', 'true', 'false', 'false', 'false', 'false', 'false']);
    expect(await axeFindings()).toEqual([]);
    await userEvent.keyboard('{Backspace}');
    await expect.poll(chosen).toBe('abbattitore');
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(page.getByRole('button', { name: 'Take away Abbattitore' }));
    await expect.poll(chosen).toBe('');
  });

  it('B1.6 as a filter stays one line high, with the place to type at hand, however many are chosen', async () => {
    await page.viewport(320, 800);
    await render(<Choice oneLine />);
    await userEvent.click(field());
    const heightOf = () => document.querySelector('.mantine-PillsInput-input')?.getBoundingClientRect().height;
    const before = heightOf();
    for (const name of names) await userEvent.click(page.getByRole('option', { name }));
    await expect.poll(chosen).toBe(names.join(' ').toLowerCase());
    expect(heightOf()).toBe(before);
    expect(before).toBeGreaterThan(0);
  });

  it('B1.6 at the end of a line that moves sideways, field and list come into sight, and the page stays in its place', async () => {
    await page.viewport(390, 800);
    await render(
      <div style={{ display: 'flex', width: '100%', overflowX: 'auto' }}>
        <button type="button" style={{ flex: 'none', width: 300 }}>
          to check
        </button>
        <div style={{ flex: 'none', width: 240 }}>
          <Choice oneLine />
        </div>
        <button type="button" style={{ flex: 'none', width: 300 }}>
          sorted
        </button>
      </div>,
    );
    await expect.poll(() => field().element().getAttribute('aria-expanded')).toBe('false');
    (field().element() as HTMLElement).focus();
    await expect.poll(options).toEqual(names);
    const rightOf = (one: Element | null | undefined) => one?.getBoundingClientRect().right;
    await expect.poll(() => rightOf(field().element().closest('.mantine-PillsInput-input'))).toBeLessThanOrEqual(390);
    await expect.poll(() => rightOf(page.getByRole('listbox').element().parentElement)).toBeLessThanOrEqual(390);
    expect(document.documentElement.scrollWidth).toBe(390);
  });

  it('takes no more than there is room for', async () => {
    await render(<Choice most={1} />);
    await userEvent.click(field());
    await userEvent.click(page.getByRole('option', { name: 'Frigo' }));
    await userEvent.click(page.getByRole('option', { name: 'Cella' }), { force: true });
    expect(chosen()).toBe('frigo');
  });
});
