import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { setLocale } from '../../../lib/catalogues.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const html = (lang: string, main: string): Response =>
  new Response(`<!doctype html><html lang="${lang}"><head><title>x</title></head><body>${main}</body></html>`, {
    headers: { 'content-type': 'text/html' },
  });
const portalWith = (answer: () => Response) => {
  const portal = portalFixture(exampleUser({ role: 'FACTORY', language: 'en_GB' }));
  portal.on('GET', '/html/accessibility_en.html', answer);
  return portal;
};

beforeEach(() => page.viewport(1280, 800));

describe('documents', () => {
  it('S2.37 the accessibility statement is the file of the language, and follows it', async () => {
    const portal = portalWith(() => html('en-GB', '<main><h1>Title</h1><h2>How we test</h2><p>By hand.</p></main>'));
    portal.on('GET', '/html/accessibility_de.html', () => html('de', '<main><p>Von Hand.</p></main>'));
    await renderApp('/accessibility', { portal });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Accessibility statement');
    await expect.element(page.getByRole('heading', { name: 'How we test' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await setLocale('de');
    await expect.element(page.getByText('Von Hand.')).toBeVisible();
    expect(page.getByRole('article').element().getAttribute('lang')).toBe('de');
    await setLocale('en');
  });

  it('S2.37 a document that cannot be had shows no content, and can be loaded again', async () => {
    let there = false;
    const portal = portalWith(() =>
      there ? html('en-GB', '<main><p>Here it is.</p></main>') : new Response('', { status: 404 }),
    );
    await renderApp('/accessibility', { portal });
    await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
    await expect.element(page.getByRole('article')).not.toBeInTheDocument();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    there = true;
    await userEvent.click(page.getByRole('button', { name: 'Load again' }));
    await expect.element(page.getByText('Here it is.')).toBeVisible();
  });

  it('S2.37 the page of the app in place of a document is no document', async () => {
    await renderApp('/accessibility', { portal: portalWith(() => html('en-GB', '<div id="root"></div>')) });
    await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  });

  it('S2.37 nothing in a document runs, restyles the page or leads to a script', async () => {
    const main = `<main><p onclick="window.ran = true" style="position:fixed">Text</p><script>window.ran = true</script>
      <style>p { display: none }</style><iframe src="/"></iframe><img src="x" onerror="window.ran = true">
      <p><a href="javascript:window.ran = true">bad</a> <a href="https://example.com/x">good</a></p></main>`;
    await renderApp('/accessibility', { portal: portalWith(() => html('en-GB', main)) });
    const text = page.getByText('Text', { exact: true });
    await expect.element(text).toBeVisible();
    const article = page.getByRole('article').element();
    expect(article.querySelectorAll('script, style, iframe, img, [style], [onclick]')).toHaveLength(0);
    expect([...article.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      null,
      'https://example.com/x',
    ]);
    await userEvent.click(text);
    expect('ran' in window).toBe(false);
  });
});
