import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { GUIDE_PAGES, type GuidePage } from '../src/ui/page/guide-pages.ts';
import { StepError } from './progress.mjs';
import { ROOT } from './tool.ts';

/*
 * The guide, docs/guide, as pages in the extension: "?" opens the one about the place where it is. They
 * are there without a network, and plain: no script, no picture, one style sheet.
 */

/** Where the guide is in the repository, and where in the extension. */
export const GUIDE_SOURCE = join(ROOT, 'docs/guide');
const FOLDER = 'guide';

/** The languages of the guide, by their folders: what each calls itself, and the guide. */
export const GUIDE_LANGUAGES = {
  en: { name: 'English', guide: 'Keystamp guide' },
  de: { name: 'Deutsch', guide: 'Anleitung zu Keystamp' },
} as const;
export type GuideLanguage = keyof typeof GUIDE_LANGUAGES;

const isPicture = ({ tokens }: Tokens.Paragraph) => tokens.every(({ type }) => type === 'image');

/** Where a link of a page leads in the extension. */
function hrefOf(link: string): string {
  const page = /^([a-z-]+)\.md$/.exec(link)?.[1];
  if (page !== undefined && GUIDE_PAGES.some((name) => name === page)) return `${page}.html`;
  if (/^https:\/\/[^\s"]+$/.test(link)) return link;
  throw new StepError(`The guide links “${link}”, which is neither one of its pages nor https.`);
}

const markdown = new Marked({
  renderer: {
    html: ({ text }) => {
      throw new StepError(`The guide has HTML, which its pages in the extension don’t: ${text}`);
    },
    // Pictures are for readers of the repository: in the extension the screen itself is at hand.
    image: () => '',
    paragraph(token) {
      return isPicture(token) ? '' : `<p>${this.parser.parseInline(token.tokens)}</p>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${hrefOf(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

/** A page as HTML. Throws a `StepError` that names what such a page can’t have. */
export function guidePage(name: GuidePage, language: GuideLanguage, source: string): string {
  const title = /^# (.+)\n/.exec(source)?.[1];
  if (!title) throw new StepError(`docs/guide/${language}/${name}.md doesn’t begin with a title.`);
  const other = language === 'en' ? 'de' : 'en';
  const { guide } = GUIDE_LANGUAGES[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Keystamp</title>
<link rel="stylesheet" href="../guide.css">
</head>
<body>
<nav>
<a href="index.html">${guide}</a>
<a href="../${other}/${name}.html" lang="${other}" hreflang="${other}">${GUIDE_LANGUAGES[other].name}</a>
</nav>
<main>
${markdown.parse(source, { async: false })}</main>
</body>
</html>
`;
}

/** The guide's files, by their places in the extension. */
export function guideFiles(): ReadonlyMap<string, string> {
  const read = (path: string) => readFileSync(join(GUIDE_SOURCE, path), 'utf8');
  const pages = GUIDE_PAGES.flatMap((name) =>
    (['en', 'de'] as const).map((language): [string, string] => [
      `${FOLDER}/${language}/${name}.html`,
      guidePage(name, language, read(`${language}/${name}.md`)),
    ]),
  );
  return new Map([[`${FOLDER}/guide.css`, read('guide.css')], ...pages]);
}

/** Adds the guide to a build. */
export function writeGuide(outDir: string): void {
  for (const [path, text] of guideFiles()) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
  }
}
