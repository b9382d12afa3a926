import {
  createNews,
  deleteNews,
  type EditedNews,
  listEditedNews,
  type NewsBody,
  updateNews,
} from '@brina/contract/calls/maker/news';
import { day_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { now } from '../../../lib/clock.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const firmware: EditedNews = {
  id: listEditedNews.example.reply[0].id,
  texts: [
    { language: 'en_GB', title: 'Firmware 2.5 is here', body: 'It shortens the defrost.\nNothing else changes.' },
    { language: 'de_DE', title: 'Firmware 2.5 ist da', body: 'Sie verkürzt das Abtauen.' },
  ],
  roles: ['USER', 'SERVICE'],
  from: now() - day_ms,
  to: now() + day_ms,
};

/** A portal that keeps what is written. */
function newsroom(...written: EditedNews[]) {
  const portal = portalFixture(exampleUser({ role: 'SUPERFACTORY' }));
  let news = written;
  portal.reply(listEditedNews, () => news);
  const one = updateNews.path.replace('{id}', firmware.id);
  portal.on('POST', createNews.path, ({ body }) => {
    const created = { ...(JSON.parse(body) as NewsBody), id: '0198c0de-0000-7000-8000-0000000000b9' };
    news = [created, ...news];
    return Response.json(created);
  });
  portal.on('PUT', one, ({ body }) => {
    news = [{ ...(JSON.parse(body) as NewsBody), id: firmware.id }];
    return Response.json(news[0]);
  });
  portal.on('DELETE', one, () => {
    news = [];
    return Response.json({ code: '200' });
  });
  return portal;
}

const sent = (portal: ReturnType<typeof portalFixture>, method: string): NewsBody[] =>
  portal.asked
    .filter((one) => one.method === method && one.path.startsWith(createNews.path))
    .map(({ body }) => JSON.parse(body) as NewsBody);

const editor = '/factory?tab=news';

describe('the news editor', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.36 lists announcements with state, dates, roles and languages', async () => {
    const portal = newsroom(firmware, { ...firmware, id: 'later', from: now() + day_ms, to: now() + 2 * day_ms });
    await renderApp(editor, { portal });
    const rows = page.getByRole('row').filter({ hasText: 'Firmware 2.5 is here' });
    await expect.element(rows.first()).toMatchTextContent('Shown now');
    await expect.element(rows.first()).toMatchTextContent('Customer, Service partner');
    await expect.element(rows.first()).toMatchTextContent('EN DE');
    await expect.element(rows.last()).toMatchTextContent('Planned');
  });

  it('S2.36 writes an announcement in two languages for roles and dates, with a preview', async () => {
    const portal = newsroom();
    await renderApp(editor, { portal });
    await expect.element(page.getByRole('heading', { name: 'No news written yet' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Write news' }));
    await expect.element(page.getByRole('heading', { name: 'Write news' })).toBeVisible();
    await userEvent.click(page.getByRole('checkbox', { name: 'Customer' }));
    await userEvent.fill(page.getByLabelText('Shown from'), '2026-12-01T08:00');
    await userEvent.fill(page.getByLabelText('Shown until'), '2026-12-01T08:00');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    for (const fault of [
      'Write the news in at least one language.',
      'Choose at least one role.',
      'The end must be after the beginning.',
    ])
      await expect.element(page.getByText(fault)).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(page.getByLabelText('Title').element());
    expect(await axeFindings()).toEqual([]);
    expect(sent(portal, 'POST')).toEqual([]);

    await userEvent.fill(page.getByLabelText('Title'), 'New filters');
    await userEvent.fill(page.getByLabelText('Text'), 'One a year.\nOrder them now.');
    await expect.element(page.getByRole('region', { name: 'Preview' })).toMatchTextContent('New filters');
    await userEvent.click(page.getByRole('tab', { name: /日本語/ }));
    await userEvent.fill(page.getByLabelText('Title'), '新しいフィルター');
    await userEvent.click(page.getByRole('checkbox', { name: 'Subsidiary' }));
    await userEvent.fill(page.getByLabelText('Shown until'), '2026-12-24T18:30');
    await userEvent.click(page.getByRole('tab', { name: 'Italiano' }));
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    // The language that lacks its text comes forward.
    await expect.element(page.getByRole('tab', { name: /日本語/ })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByLabelText('Text')).toHaveAttribute('aria-invalid', 'true');
    await userEvent.fill(page.getByLabelText('Text'), '年に一度。');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));

    await expect.element(page.getByText('The news was saved.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'New filters' })).toBeVisible();
    expect(sent(portal, 'POST')).toEqual([
      {
        texts: [
          { language: 'en_GB', title: 'New filters', body: 'One a year.\nOrder them now.' },
          { language: 'ja_JP', title: '新しいフィルター', body: '年に一度。' },
        ],
        roles: ['SUBSIDIARY'],
        from: new Date('2026-12-01T08:00').getTime(),
        to: new Date('2026-12-24T18:30').getTime(),
      },
    ]);
  });

  it('S7.35 changes an announcement; what the portal refuses is shown', async () => {
    const portal = newsroom(firmware);
    await renderApp(`${editor}&news=${firmware.id}`, { portal });
    await expect.element(page.getByLabelText('Title')).toHaveValue('Firmware 2.5 is here');
    await userEvent.fill(page.getByLabelText('Title'), 'Firmware 2.6 is here');
    portal.refuse(updateNews, 409, 'news_invalid', { id: firmware.id });
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByRole('alert')).toMatchTextContent('refused: news_invalid');
    await expect.element(page.getByLabelText('Title')).toHaveValue('Firmware 2.6 is here');

    portal.reply(updateNews, firmware, { id: firmware.id });
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('The news was saved.')).toBeVisible();
    const [, saved] = sent(portal, 'PUT');
    expect(saved?.texts[1]).toEqual(firmware.texts[1]);
    // A field holds minutes.
    expect(saved?.from).toBe(Math.floor(firmware.from / 60_000) * 60_000);
  });

  it('S7.35 deletes an announcement after a question', async () => {
    const portal = newsroom(firmware);
    await renderApp(`${editor}&news=${firmware.id}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Delete news' }));
    const dialog = page.getByRole('dialog', { name: 'Delete this news?' });
    await expect.element(dialog).toMatchTextContent('“Firmware 2.5 is here” disappears for everybody');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete news' }));
    await expect.element(page.getByText('The news was deleted.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'No news written yet' })).toBeVisible();
    expect(portal.askedFor(deleteNews.path.replace('{id}', firmware.id)).length).toBeGreaterThan(0);
  });

  it('S2.36 a link to news that was deleted says so', async () => {
    await renderApp(`${editor}&news=gone`, { portal: newsroom(firmware) });
    await expect.element(page.getByRole('heading', { name: 'This news no longer exists' })).toBeVisible();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false, locale: 'de' as Locale }],
    ['dark at 390 px', { width: 390, dark: true, locale: 'ja' as Locale }],
  ])('axe finds nothing: %s', async (_, { width, dark, locale }) => {
    await page.viewport(width, 900);
    for (const path of [editor, `${editor}&news=${firmware.id}`]) {
      await renderApp(path, { portal: newsroom(firmware), dark, locale });
      await expect.element(page.getByText(/Firmware 2.5/).first()).toBeInTheDocument();
      // What the tests before have announced is not of this screen, and fades.
      await expect.poll(() => document.querySelectorAll('[class*="_toast_"]').length).toBe(0);
      expect(await axeFindings(), path).toEqual([]);
      expect(document.documentElement.scrollWidth, path).toBe(width);
    }
  });
});
