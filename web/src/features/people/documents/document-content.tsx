import { createElement, Fragment, type ReactNode } from 'react';

/** A document as it can be shown: its language and its content. */
export type ReadDocument = { lang: string; content: ReactNode };

/** What a text consists of. Anything else is dropped, but for the text in it. */
const shown = new Set(
  'section h2 h3 h4 p ul ol li dl dt dd a strong em b i small code blockquote hr br table caption thead tbody tr th td'.split(
    ' ',
  ),
);

/** Dropped with all that is in it. The title stands above the content already. */
const dropped = new Set(['h1', 'script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'nav', 'form']);

/** Addresses a link may have: of the portal, of the web, of a mailbox or a telephone. */
const harmlessAddress = /^(\/(?!\/)|#|https?:|mailto:|tel:)/i;

/**
 * Reads the content of one of our own static documents: its `<main>`, built anew from known elements without attributes, so that
 * nothing in the file can run or restyle the page.
 * @returns null when the text holds no such content, as the page of the app itself does
 */
export function readDocument(html: string): ReadDocument | null {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const main = parsed.querySelector('main');
  return main && { lang: parsed.documentElement.lang, content: contentOf(main) };
}

const contentOf = (parent: Element): ReactNode[] => [...parent.childNodes].map((node, place) => built(node, place));

function built(node: ChildNode, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (dropped.has(name)) return null;
  // An element without content, such as <br>, takes no children.
  const content = node.hasChildNodes() ? contentOf(node) : undefined;
  return shown.has(name)
    ? createElement(name, { key, ...attributesOf(node) }, content)
    : createElement(Fragment, { key }, content);
}

function attributesOf(element: Element): Record<string, string> {
  const lang = element.getAttribute('lang');
  const href = element.localName === 'a' ? element.getAttribute('href') : null;
  return {
    ...(lang ? { lang } : {}),
    ...(href && harmlessAddress.test(href) ? { href } : {}),
    // The reader does not lose the place the document was opened from.
    ...(href && !href.startsWith('#') ? { target: '_blank', rel: 'noreferrer' } : {}),
  };
}
