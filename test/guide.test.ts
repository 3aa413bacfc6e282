import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { GUIDE_LANGUAGES, guideFiles, guidePage, GUIDE_SOURCE } from '../scripts/guide.ts';
import type { GuideLanguage } from '../scripts/guide.ts';
import { GUIDE_PAGES } from '../src/ui/page/guide-pages.ts';

/*
 * The guide says what stands on the screens, in the words of the screens: a label in bold that is
 * renamed there fails here.
 */

const LANGUAGES = Object.keys(GUIDE_LANGUAGES) as GuideLanguage[];
/** Words of a page's text. */
const WORDS = { least: 80, most: 200 };

/** Every text of the screens by its place in the words, with “…” where a value stands. */
const CATALOGS = {
  en: import.meta.glob('../src/ui/words/en/*.ts', { eager: true }),
  de: import.meta.glob('../src/ui/words/de/*.ts', { eager: true }),
};

function textsOf(place: string, value: unknown): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value.replaceAll(/\{\w+\}/g, '…')]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(`${place}/${name}`, one));
}

/** The texts of a language; a place is the file and the member, the same in each language. */
function wordsOf(language: GuideLanguage): ReadonlyMap<string, string> {
  const files = Object.entries(CATALOGS[language]);
  return new Map(
    files.flatMap(([path, module]) =>
      textsOf(path.slice(path.lastIndexOf('/') + 1), Object.values(module as object)),
    ),
  );
}
const WORDS_OF = { en: wordsOf('en'), de: wordsOf('de') };

const sourceOf = (language: GuideLanguage, page: string): string =>
  readFileSync(join(GUIDE_SOURCE, language, `${page}.md`), 'utf8');

/** All parts of a text, with those within others. */
function partsOf(tokens: readonly Token[]): Token[] {
  const parts: Token[] = [];
  // Nothing here is asynchronous.
  void marked.walkTokens([...tokens], (token) => void parts.push(token));
  return parts;
}
const ofType = <T extends Token>(tokens: readonly Token[], type: T['type']): T[] =>
  partsOf(tokens).filter((token): token is T => token.type === type);

/** The labels in bold of some part, in the order of the text. */
const labelsOf = (tokens: readonly Token[]): string[] =>
  ofType<Tokens.Strong>(tokens, 'strong').map(({ text }) => text);

/** A page's blocks: its paragraphs, headings and steps, one by one. */
function blocksOf(source: string): { readonly type: string; readonly tokens: Token[] }[] {
  return marked.lexer(source).flatMap((token) => {
    if (token.type === 'list')
      return (token as Tokens.List).items.map(({ tokens }) => ({
        type: (token as Tokens.List).ordered ? 'step' : 'item',
        tokens,
      }));
    if (token.type === 'space') return [];
    return [{ type: token.type, tokens: 'tokens' in token ? (token.tokens ?? []) : [] }];
  });
}

/** The places of a label in the words. */
const placesOf = (language: GuideLanguage, label: string): string[] =>
  [...WORDS_OF[language]].flatMap(([place, text]) => (text === label ? [place] : []));

describe('the guide', () => {
  test('behavior: each page is in both languages, and each file is a page', () => {
    for (const language of LANGUAGES) {
      const files = readdirSync(join(GUIDE_SOURCE, language));
      expect(files.sort()).toEqual(GUIDE_PAGES.map((page) => `${page}.md`).sort());
    }
  });

  test('behavior: the index leads to each other page', () => {
    const others = GUIDE_PAGES.filter((page) => page !== 'index');
    for (const language of LANGUAGES) {
      const links = ofType<Tokens.Link>(marked.lexer(sourceOf(language, 'index')), 'link');
      expect(links.map(({ href }) => href).sort()).toEqual(
        others.map((page) => `${page}.md`).sort(),
      );
    }
  });

  test.for(GUIDE_PAGES)('behavior: each label of “%s” is a text of the screens', (page) => {
    for (const language of LANGUAGES) {
      const labels = labelsOf(marked.lexer(sourceOf(language, page)));
      if (page !== 'index') expect(labels.length).toBeGreaterThan(4);
      expect(labels.filter((label) => placesOf(language, label).length === 0)).toEqual([]);
    }
  });

  test.for(GUIDE_PAGES)(
    'behavior: “%s” has the same steps and labels in both languages',
    (page) => {
      const [english = [], german = []] = LANGUAGES.map((one) => blocksOf(sourceOf(one, page)));
      expect(german.map(({ type }) => type)).toEqual(english.map(({ type }) => type));
      for (const [at, block] of english.entries()) {
        const words = labelsOf(german[at]?.tokens ?? []);
        for (const label of labelsOf(block.tokens)) {
          const places = placesOf('en', label);
          const same = words.findIndex((word) =>
            placesOf('de', word).some((place) => places.includes(place)),
          );
          expect(same, `“${label}” has no twin in: ${words.join(', ')}`).not.toBe(-1);
          words.splice(same, 1);
        }
        expect(words, 'labels without an English twin').toEqual([]);
      }
    },
  );

  test.for(GUIDE_PAGES)('behavior: “%s” is short, and has at most one picture', (page) => {
    for (const language of LANGUAGES) {
      const tokens = marked.lexer(sourceOf(language, page));
      const pictures = ofType<Tokens.Image>(tokens, 'image');
      const folder = dirname(join(GUIDE_SOURCE, language, page));
      expect(pictures.length).toBeLessThan(2);
      for (const { href } of pictures) {
        expect(href).toMatch(/^\.\.\/\.\.\/\.\.\/test\/gallery\/pictures\/[a-z-]+\.png$/);
        expect(existsSync(join(folder, href)), href).toBe(true);
      }
      const text = ofType<Tokens.Text>(tokens, 'text').filter((token) => !token.tokens);
      const count = text.flatMap((token) => token.text.match(/[\p{L}\d’-]+/gu) ?? []).length;
      expect(count).toBeGreaterThanOrEqual(WORDS.least);
      expect(count).toBeLessThanOrEqual(WORDS.most);
    }
  });
});

describe('guideFiles', () => {
  const files = guideFiles();
  const pages = [...files].filter(([path]) => path.endsWith('.html'));

  test('behavior: each page has its language, the other one’s twin, and links that lead somewhere', () => {
    expect(pages).toHaveLength(GUIDE_PAGES.length * LANGUAGES.length);
    for (const [path, html] of pages) {
      const [, language = '', page = ''] = path.split(/[/.]/);
      expect(html).toContain(`<html lang="${language}">`);
      const hrefs = [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);
      expect(hrefs).toContain(`../${language === 'en' ? 'de' : 'en'}/${page}.html`);
      const within = hrefs.filter((href) => !href.startsWith('https://'));
      for (const href of within) expect(files.has(join(dirname(path), href)), href).toBe(true);
    }
  });

  test('behavior: no page has a script, a picture, a style of its own or an outside link unnamed', () => {
    for (const [path, html] of pages) {
      const [, language = 'en', page = ''] = path.split(/[/.]/);
      const tags = [...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)];
      const known = /^(?:html|head|meta|title|link|body|nav|main|a|h1|h2|p|ol|ul|li|strong|code)$/;
      expect(tags.map(([, tag = '']) => tag).filter((tag) => !known.test(tag))).toEqual([]);
      expect(tags.filter(([, , rest = '']) => /\s(?:on\w+|style|src)\s*=/i.test(rest))).toEqual([]);
      const source = sourceOf(language as GuideLanguage, page);
      const outside = [...html.matchAll(/ href="([a-z]+:[^"]*)"/g)].map(([, href = '']) => href);
      for (const href of outside) expect(source).toContain(href);
    }
    const sheet = files.get('guide/guide.css') ?? '';
    expect(sheet).toContain('color-scheme: light dark');
    expect(sheet).not.toMatch(/@import|url\(/);
  });

  test('error: HTML, a link to nowhere, one that isn’t https, and a page without a title are refused', () => {
    const page = (text: string) => () => guidePage('index', 'en', text);
    const linking = (to: string) => page(`# Title\n\n[link](${to})`);
    expect(linking('wallets.md')()).toContain('<a href="wallets.html">link</a>');
    expect(linking('https://example.com/')()).toContain('<a href="https://example.com/">link</a>');
    for (const to of ['nowhere.md', 'javascript:alert(1)', 'http://example.com/', '../keys.html'])
      expect(linking(to)).toThrow(`“${to}”`);
    expect(page('# Title\n\n<script>alert(1)</script>')).toThrow(/HTML/);
    expect(page('# Title\n\nText <img src=x onerror=alert(1)>')).toThrow(/HTML/);
    expect(page('Text')).toThrow(/title/);
  });
});
