import { MantineProvider } from '@mantine/core';
import { type ReactNode, use, useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DialogSlot } from './DialogSlot.tsx';
import { NumberField } from './NumberField.tsx';
import { Segments } from './Segments.tsx';
import { Sparkline } from './Sparkline.tsx';
import { Tabs } from './Tabs.tsx';
import './styles.css';
import type { ChartContent } from '@brina/domain/charts/chart-content';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';
import { cssVariables, theme } from './theme.ts';
import { useConfirm } from './use-confirm.tsx';

const show = (element: ReactNode) =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {element}
    </MantineProvider>,
  );

beforeEach(() => page.viewport(1280, 800));

describe('tabs', () => {
  const words = ['Übersicht', 'Alle Werte', 'Informationen', 'Alarme', 'Benachrichtigungen'];

  it('stand in one line on a phone, and the chosen one is in sight', async () => {
    await page.viewport(390, 844);
    await show(
      <Tabs
        label="Views"
        tabs={words.map((label) => ({ value: label, label }))}
        value="Benachrichtigungen"
        onChange={() => undefined}
      >
        {''}
      </Tabs>,
    );
    const chosen = page.getByRole('tab', { name: 'Benachrichtigungen' });
    await expect.poll(() => chosen.element().getBoundingClientRect().right).toBeLessThan(391);
    const tops = page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});

describe('a choice', () => {
  // In letters every machine has: a font that is missing makes other words as wide as its sign for that.
  const periods = ['vor 1 Std.', 'vor 6 Std.', 'vor 24 Std.', 'vor 7 Tagen', 'vor 30 Tagen', 'Zeitraum'];
  it.each([
    [1280, 6, [6]],
    [390, 6, [3, 3]],
    [390, 5, [3, 2]],
    [390, 4, [2, 2]],
    [210, 3, [1, 1, 1]],
    [390, 3, [3]],
  ])('at %i px %i of them stand in even rows, and none alone', async (width, n, rows) => {
    // Made at another width: rows follow when a phone is turned.
    await page.viewport(width === 1280 ? 390 : 1280, 800);
    const segments = periods.slice(0, n).map((label) => ({ value: label, label }));
    await show(<Segments label="Period" segments={segments} value={null} onChange={() => undefined} />);
    await page.viewport(width, 800);
    const tops = () =>
      page
        .getByRole('radio')
        .elements()
        .map((radio) => radio.parentElement?.getBoundingClientRect().top ?? 0);
    await expect
      .poll(() => [...new Set(tops())].map((top) => tops().filter((one) => one === top).length))
      .toEqual(rows);
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});

describe('a confirmation', () => {
  function Asking({ run }: { run: () => Promise<unknown> }) {
    const { ask, dialog } = useConfirm((cause) => `failed: ${String(cause)}`);
    const question = { title: 'Stop?', body: 'It stops.', confirm: 'Stop', cancel: 'Keep running', run };
    return (
      <>
        <button type="button" onClick={() => ask(question)}>
          ask
        </button>
        {dialog}
      </>
    );
  }

  it('starts on the way out, shows a failure once and closes when the promise is kept', async () => {
    let fails = true;
    await show(<Asking run={() => (fails ? Promise.reject(new Error('busy')) : Promise.resolve())} />);
    await userEvent.click(page.getByText('ask'));
    const dialog = page.getByRole('dialog', { name: 'Stop?' });
    await expect.poll(() => document.activeElement?.textContent).toBe('Keep running');

    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('failed: Error: busy');
    expect(page.getByText('failed: Error: busy').elements()).toHaveLength(1);

    await expect.poll(() => document.activeElement?.textContent).toBe('Stop');
    fails = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    await expect.poll(() => dialog.elements()).toEqual([]);
    await userEvent.click(page.getByText('ask'));
    expect(dialog.getByRole('alert').elements()).toEqual([]);
  });
});

describe('a confirmation that closes', () => {
  function Asking() {
    const { ask, dialog } = useConfirm(String);
    const question = { title: 'Stop?', body: 'It stops.', confirm: 'Stop', cancel: 'Keep running' };
    return (
      <>
        <button type="button" onClick={() => ask({ ...question, run: () => Promise.resolve() })}>
          ask
        </button>
        {dialog}
      </>
    );
  }

  it('keeps its words until it is gone, and gives the focus back', async () => {
    await show(<Asking />);
    await userEvent.click(page.getByText('ask'));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('It stops.')).toBeVisible();
    const seen = new Set<string>();
    const look = new MutationObserver(() => {
      for (const one of dialog.elements()) seen.add(one.textContent ?? '');
    });
    look.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    onTestFinished(() => look.disconnect());
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect([...seen]).toEqual(['Stop?It stops.Keep runningStop']);
    await expect.poll(() => document.activeElement?.textContent).toBe('ask');
  });
});

describe('a dialog that comes late', () => {
  let arrive: (words: string) => void = () => {};
  const arrived = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const Late = () => <p>{use(arrived)}</p>;

  it('dims the page meanwhile, which takes no second press', async () => {
    await show(
      <>
        <button type="button">ask</button>
        <DialogSlot>
          <Late />
        </DialogSlot>
      </>,
    );
    const button = page.getByText('ask').element();
    const { left, top } = button.getBoundingClientRect();
    const pressed = () => document.elementFromPoint(left + 4, top + 4);
    expect(pressed()).not.toBe(button);
    arrive('here');
    await expect.element(page.getByText('here')).toBeVisible();
    expect(pressed()).toBe(button);
  });
});

describe('a sparkline', () => {
  it.each([
    ['amid lines no dot, at the end one', [1, 2, null, 3, null, null, 5], 2, 1],
    ['where there is nothing else a dot', [null, null, 3, null, null], 1, 1],
  ])('leaves gaps open; of a lone value: %s', async (_, values, lines, dots) => {
    await show(<Sparkline values={values} set={values.map(() => 2)} tolerance={3} tone="cold" label="two hours" />);
    const line = page.getByRole('img', { name: 'two hours' }).element().querySelector('path:last-of-type');
    expect(line?.getAttribute('d')?.match(/M/g)).toHaveLength(lines);
    expect(line?.getAttribute('d')?.match(/h0/g)).toHaveLength(dots);
  });
});

describe('a number field', () => {
  function Field() {
    const [value, setValue] = useState<number | null>(3);
    return (
      <>
        <NumberField
          label="Core"
          hint="0 to 30"
          value={value}
          onChange={setValue}
          min={0}
          max={30}
          step={1}
          decimals={1}
          show={(number) => `${number.toFixed(1).replace('.', ',')} °C`}
          parse={(text) => (/^[\d.,]+$/.test(text) ? Number(text.replace(',', '.')) : null)}
          lessLabel="less"
          moreLabel="more"
        />
        <output>{String(value)}</output>
      </>
    );
  }

  it('leaves the text to who types it, writes it properly after, and steps within its limits by buttons as large as a glove needs', async () => {
    await show(<Field />);
    const shown = page.getByRole('status');
    await userEvent.fill(page.getByLabelText('Core'), 'warm');
    await expect.element(shown).toMatchTextContent('NaN');
    await userEvent.tab();
    await expect.element(page.getByLabelText('Core')).toHaveValue('warm');
    await userEvent.fill(page.getByLabelText('Core'), '29.5');
    await expect.element(page.getByLabelText('Core')).toHaveValue('29.5');
    await userEvent.tab();
    await expect.element(page.getByLabelText('Core')).toHaveValue('29,5 °C');
    await userEvent.click(page.getByRole('button', { name: 'more' }));
    await expect.element(shown).toMatchTextContent('30');
    await expect.element(page.getByRole('button', { name: 'more' })).toBeDisabled();
    const { width, height } = page.getByRole('button', { name: 'less' }).element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});

describe('a time series chart', () => {
  const content = (
    values: (number | null)[],
    at_ms: readonly number[] = values.map((_, minute) => minute * 60_000),
  ): ChartContent => ({
    at_ms,
    series: [{ key: 'air', label: 'Air', colour: 'air', kind: 'line', values }],
    from_ms: 0,
    to_ms: (values.length - 1) * 60_000,
    gaps: [{ from_ms: 60_000, to_ms: 120_000, label: 'no link' }],
    limits: [{ value: 3, label: '3 °C' }],
    marks: [],
  });
  const chart = (values: (number | null)[], isLive = false, at_ms?: readonly number[]) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <TimeSeriesChart
        isLive={isLive}
        content={content(values, at_ms)}
        format={{
          timeZone: 'UTC',
          value: (v) => `${v} °C`,
          valueTick: String,
          time: (at) => `minute ${Math.floor(at / 60_000)}`,
          timeTick: (at) => String(at / 60_000),
        }}
        texts={{
          label: 'Curve',
          summary: 'It falls.',
          asTable: 'table',
          asChart: 'chart',
          resetZoom: 'all of it',
          time: 'Time',
          nothing: 'nothing',
        }}
      />
    </MantineProvider>
  );
  const legend = () => page.getByRole('list');
  const picture = () => page.getByRole('img', { name: 'Curve. It falls.' });

  it('is read value by value with the keyboard, and zoomed and reset with it', async () => {
    const { rerender } = await render(chart([10, null, 8, 6, 4]));
    await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
    picture().element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(legend()).toMatchTextContent('Air10 °C');
    await expect.element(page.getByText('minute 0')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(legend()).toMatchTextContent('Airnothing');
    await userEvent.keyboard('{End}');
    await expect.element(legend()).toMatchTextContent('Air4 °C');

    await userEvent.keyboard('+');
    await expect.element(page.getByRole('button', { name: 'all of it' })).toBeVisible();
    const canvas = picture().element().querySelector('canvas');
    await rerender(chart([10, null, 8, 6, 4, 3]));
    expect(picture().element().querySelector('canvas')).toBe(canvas);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByRole('button', { name: 'all of it' }).elements()).toEqual([]);
  });

  it('has a table that says where nothing was measured, latest first', async () => {
    await render(chart([10, null, 8]));
    await userEvent.click(page.getByRole('button', { name: 'table' }));
    const rows = page
      .getByRole('row')
      .elements()
      .map((row) => row.textContent);
    expect(rows).toEqual(['TimeAir', 'minute 28 °C', 'minute 1nothing', 'minute 010 °C']);
  });

  it('says the value of now only where it is one; elsewhere none that nobody points at', async () => {
    const { rerender } = await render(chart([10, 8, 6]));
    await expect.poll(() => legend().element().textContent).toBe('Air');
    await rerender(chart([10, 8, 6], true));
    await expect.element(legend()).toMatchTextContent('Air6 °C');
  });

  it.each([1440, 560, 390])('does not move under the pointer, %i px wide', async (width) => {
    await page.viewport(width, 844);
    await render(chart([1000.25, 8, 1000.25]));
    await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
    const before = picture().element().getBoundingClientRect().top;
    picture().element().focus();
    await userEvent.keyboard('{End}');
    await expect.element(legend()).toMatchTextContent('Air1000.25 °C');
    await expect.element(page.getByText('minute 2').last()).toBeVisible();
    expect(picture().element().getBoundingClientRect().top).toBe(before);
  });

  it('has one row a minute in its table, with the last value of it, and says where nothing was measured', async () => {
    await render(chart([10, 8, 6, 5], false, [0, 60_000, 80_000, 119_000]));
    await userEvent.click(page.getByRole('button', { name: 'table' }));
    const cells = page
      .getByRole('row')
      .elements()
      .map((row) => row.textContent);
    expect(cells).toEqual(['TimeAir', 'minute 15 °C', 'minute 1nothing', 'minute 18 °C', 'minute 010 °C']);
  });

  it('writes the word of a limit and of a gap into the plot whenever it is drawn, never over the words of the axis', async () => {
    await page.viewport(1280, 800);
    const drawn = new Map<string, number>();
    const original = CanvasRenderingContext2D.prototype.fillText;
    const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
      this: CanvasRenderingContext2D,
      words,
      x,
      y,
    ) {
      drawn.set(words, x - this.measureText(words).actualBoundingBoxLeft);
      original.call(this, words, x, y);
    });
    onTestFinished(() => spy.mockRestore());
    const { rerender } = await render(chart([10, 8, 6, 5]));
    await expect.poll(() => drawn.has('3 °C')).toBe(true);
    for (const last of [4, 2]) {
      drawn.clear();
      await rerender(chart([10, 8, 6, last]));
      await expect.poll(() => drawn.has('3 °C')).toBe(true);
      const plot = (document.querySelector('.u-over') as HTMLElement).getBoundingClientRect();
      const left = (plot.left - picture().element().getBoundingClientRect().left) * devicePixelRatio;
      const gapLeft = left + (plot.width / 3) * devicePixelRatio;
      expect(drawn.get('3 °C')).toBeGreaterThanOrEqual(left);
      expect(drawn.get('no link')).toBeGreaterThanOrEqual(gapLeft);
    }
  });

  it('is removed from the page whole', async () => {
    const { unmount } = await render(chart([1, 2, 3]));
    await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
    await unmount();
    expect(document.querySelectorAll('.uplot')).toHaveLength(0);
  });
});
