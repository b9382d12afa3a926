import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './styles.css';
import { Toasts } from './Toast.tsx';
import { holdTimers } from './testing/held-timers.ts';
import { cssVariables, theme } from './theme.ts';

const life_ms = 3_000;
const status = () => page.getByRole('status').query();
const alert = () => page.getByRole('alert').query();

function Results() {
  const [toasts, setToasts] = useState([
    { id: 1, kind: 'success' as const, text: 'Saved.' },
    { id: 2, kind: 'warning' as const, text: 'Not saved.' },
  ]);
  return (
    <Toasts
      toasts={toasts}
      life_ms={life_ms}
      onGone={(gone) => setToasts((shown) => shown.filter(({ id }) => id !== gone))}
      dismissLabel="Dismiss"
    />
  );
}

const show = () =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <Results />
    </MantineProvider>,
  );

beforeEach(() => page.viewport(1280, 800));

describe('short results', () => {
  it('are read out by their kind, and go by themselves', async () => {
    using lives = holdTimers(life_ms);
    await show();
    await expect.element(page.getByRole('status')).toHaveTextContent('Saved.');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved.');
    expect(lives.count).toBe(2);
    lives.end();
    await expect.poll(() => [status(), alert()]).toEqual([null, null]);
  });

  it('stay while somebody points at them, and begin their life anew afterwards', async () => {
    using lives = holdTimers(life_ms);
    await show();
    await userEvent.hover(page.getByRole('alert'));
    await expect.poll(() => lives.count).toBe(1);
    lives.end();
    await expect.poll(status).toBeNull();
    expect([alert()?.textContent, lives.count]).toEqual(['Not saved.', 0]);
    await userEvent.unhover(page.getByRole('alert'));
    await expect.poll(() => lives.count).toBe(1);
    expect(alert()).toBeVisible();
    lives.end();
    await expect.poll(alert).toBeNull();
  });

  it('leave the lower half of a phone free, where one stops a cycle and answers a dialog', async () => {
    await page.viewport(390, 844);
    await show();
    await expect.element(page.getByRole('alert')).toBeVisible();
    const boxes = [status(), alert()].map((one) => one?.getBoundingClientRect());
    for (const box of boxes) {
      expect(box?.top).toBeGreaterThanOrEqual(0);
      expect(box?.bottom).toBeLessThan(844 / 2);
    }
  });

  it('stay while their button is in focus, which takes them away', async () => {
    using lives = holdTimers(life_ms);
    await show();
    (page.getByRole('button', { name: 'Dismiss' }).last().element() as HTMLElement).focus();
    await expect.poll(() => lives.count).toBe(1);
    lives.end();
    await expect.poll(status).toBeNull();
    expect([alert()?.textContent, lives.count]).toEqual(['Not saved.', 0]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(alert).toBeNull();
  });
});
