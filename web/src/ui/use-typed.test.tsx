import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Typed, useTyped } from './use-typed.ts';

/** A field over a place that is written to, and tells of it when the test says so. */
async function typing(first: string) {
  const keep = vi.fn<(text: string) => void>();
  let put: Typed['put'] = () => {};
  function Field({ kept }: { kept: string }) {
    const typed = useTyped(kept, keep);
    ({ put } = typed);
    return <input aria-label="Search" {...typed.field} />;
  }
  const { rerender } = await render(<Field kept={first} />);
  const field = page.getByRole('textbox', { name: 'Search' });
  return {
    keep,
    field,
    type: (text: string) => userEvent.fill(field, text),
    arrives: (kept: string) => rerender(<Field kept={kept} />),
    put: (text: string) => put(text),
  };
}

it('S2.22 a text that is typed is kept once the typing pauses', async () => {
  const { keep, field, type } = await typing('');
  for (const typed of ['f', 'fi', 'fish']) await type(typed);
  await expect.element(field).toHaveValue('fish');
  expect(keep).not.toHaveBeenCalled();
  await expect.poll(() => keep.mock.calls).toEqual([['fish']]);
});

it('S2.22 a letter that is typed while the former ones are being kept is not lost', async () => {
  const { keep, field, type, arrives } = await typing('');
  await type('fi');
  await expect.poll(() => keep.mock.calls).toEqual([['fi']]);
  await type('fis');
  await arrives('fi');
  await expect.element(field).toHaveValue('fis');
});

it('S2.22 a text that changes by another way stands there', async () => {
  const { keep, field, type, arrives } = await typing('fish');
  await arrives('');
  await expect.element(field).toHaveValue('');
  await type('ham');
  await expect.poll(() => keep.mock.calls).toEqual([['ham']]);
  await arrives('ham');
  await arrives('');
  await expect.element(field).toHaveValue('');
  await arrives('ham');
  await expect.element(field).toHaveValue('ham');
});

it('S2.22 a text that changes by another way is not overwritten by what was being typed before', async () => {
  const { keep, field, type, arrives } = await typing('la');
  await type('las');
  await arrives('');
  await expect.element(field).toHaveValue('');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(keep).not.toHaveBeenCalled();
});

it('S2.22 a text is kept at once when its field is left', async () => {
  const { keep, type } = await typing('');
  await type('fish');
  await userEvent.tab();
  expect(keep.mock.calls).toEqual([['fish']]);
});

it('S2.22 what is typed after a text was put aside stays', async () => {
  const { field, type, arrives, put } = await typing('fish');
  put('');
  await expect.element(field).toHaveValue('');
  await type('h');
  await arrives('');
  await expect.element(field).toHaveValue('h');
});

it('S2.22 whoever leaves the field by a press presses what stands there, and the text is kept before the click is heard', async () => {
  const { keep, type } = await typing('');
  const heard: string[] = [];
  keep.mockImplementation((text) => heard.push(`kept ${text}`));
  const button = document.body.appendChild(document.createElement('button'));
  button.textContent = 'Next';
  for (const on of ['mousedown', 'mouseup', 'click']) button.addEventListener(on, () => heard.push(on));
  onTestFinished(() => button.remove());
  await type('fish');
  // Longer than the typing pauses.
  await userEvent.click(button, { delay: 500 });
  expect(heard).toEqual(['mousedown', 'mouseup', 'kept fish', 'click']);
});

it('S2.22 a text is kept after a press that ends elsewhere, too', async () => {
  const { keep, field, type } = await typing('');
  const elsewhere = document.body.appendChild(document.createElement('p'));
  elsewhere.textContent = 'Elsewhere';
  onTestFinished(() => elsewhere.remove());
  await type('fish');
  await userEvent.dragAndDrop(field, elsewhere);
  await expect.poll(() => keep.mock.calls).toEqual([['fish']]);
});
