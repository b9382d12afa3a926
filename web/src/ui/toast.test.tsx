import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import './styles.css';
import { cssVariables, theme } from './theme.ts';
import { Toasts } from './Toast.tsx';

const life_ms = 3_000;

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
    await show();
    await expect.element(page.getByRole('status')).toHaveTextContent('Saved.');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved.');
    await expect.poll(() => page.getByText('saved.').query()).toBeNull();
  });

  it('stay while somebody points at them, and begin their life anew afterwards', async () => {
    await show();
    await userEvent.hover(page.getByRole('alert'));
    await expect.poll(() => page.getByRole('status').query()).toBeNull();
    await expect.element(page.getByText('Not saved.')).toBeVisible();
    await userEvent.unhover(page.getByRole('alert'));
    await expect.poll(() => page.getByText('Not saved.').query()).toBeNull();
  });

  it('stay while their button is in focus, which takes them away', async () => {
    await show();
    (page.getByRole('button', { name: 'Dismiss' }).last().element() as HTMLElement).focus();
    await expect.poll(() => page.getByRole('status').query()).toBeNull();
    await expect.element(page.getByText('Not saved.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => page.getByText('Not saved.').query()).toBeNull();
  });
});
