import type { Page } from 'playwright';

/** Data, ids and bytes: elements whose text isn't the extension's own. */
const VALUES =
  '.licences, time, .copy, .mono, .key-facts [title], script, style, [data-value], .visible-text';

/**
 * Texts of a page in the pseudo-locale that it did not mark, so they're written in the code.
 * Accessible names, placeholders and titles count. `data` says what isn't one of our words.
 */
export async function unmarked(page: Page, data: RegExp): Promise<string[]> {
  const texts = await page.evaluate((values) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const place = node instanceof Element ? node : node.parentElement;
      if (place?.closest(values)) continue;
      if (node instanceof Text) found.push(node.data.trim());
      if (!(node instanceof Element)) continue;
      for (const name of ['aria-label', 'placeholder', 'title'])
        found.push(node.getAttribute(name) ?? '');
    }
    return found;
  }, VALUES);
  return texts.filter((text) => text !== '' && !/[⟦⟧]/.test(text) && !data.test(text));
}
