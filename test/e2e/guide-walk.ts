import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';
import type { Locator, Page } from 'playwright';
import { GUIDE_SOURCE } from '../../scripts/guide.ts';
import type { GuidePage } from '../../src/ui/page/guide-pages.ts';

/*
 * Does what a page of the guide says, step by step, in the words of the page: a name in bold is looked for on
 * the screen, and pressed, filled in or just seen, whichever it is there. What the page leaves to its reader,
 * such as which wallet and what to type, is in hints by the words that the page says it with.
 */

/** Where the reader is: the page in front changes as tabs and windows open. */
export type Reader = { page: Page };

/**
 * For words of a page, or a name in bold with its asterisks:
 * - a text: what to type, or to choose, in the field of that name;
 * - a function: what to do in place of looking for it;
 * - null: it's only told, for a case that doesn't come up here.
 */
export type Hints = Readonly<
  Record<string, string | ((reader: Reader) => Promise<unknown>) | null>
>;

/** A numbered step: its text as in the file, and where it is. */
type Step = { readonly text: string; readonly place: string };

/** The numbered steps of a page, in order. */
export function stepsOf(name: GuidePage): readonly Step[] {
  const source = readFileSync(join(GUIDE_SOURCE, 'en', `${name}.md`), 'utf8');
  let heading = '';
  return marked.lexer(source).flatMap((token) => {
    if (token.type === 'heading') heading = (token as Tokens.Heading).text;
    if (token.type !== 'list' || !(token as Tokens.List).ordered) return [];
    return (token as Tokens.List).items.map(({ text }, at) => ({
      text,
      place: `${name}, “${heading}”, step ${at + 1}`,
    }));
  });
}

/** A part of a step to do: the words as they are in the file, and the name if they are one in bold. */
type Part = { readonly words: string; readonly label?: string };

/** The parts of a step in their order: words with a hint come first, then names in bold. */
function partsOf(text: string, hinted: readonly string[]): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < text.length; at += parts.at(-1)?.words.length ?? 1) {
    const known = hinted.filter((one) => text.startsWith(one, at));
    const bold = /^\*\*([^*]+)\*\*/.exec(text.slice(at));
    const [words] = known.toSorted((a, b) => b.length - a.length);
    if (words !== undefined) parts.push({ words });
    else if (bold) parts.push({ words: bold[0], label: bold[1] ?? '' });
    else parts.push({ words: text[at] ?? '' });
  }
  return parts.filter(({ words }) => words.length > 1);
}

const PRESSED = ['button', 'link', 'tab', 'menuitem', 'option'] as const;
const SET = ['radio', 'checkbox', 'switch'] as const;
const FILLED = ['textbox', 'searchbox', 'spinbutton', 'combobox'] as const;
const TIMEOUT = { timeout: 12_000 };

const escaped = (label: string): string => label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Ends with what a label may have in addition: a number of records, or that more follows. */
const named = (label: string): RegExp => new RegExp(`^${escaped(label)}(?:…|[\\s\\d()]*)$`);

/** Where a name is looked for: in the dialog, if one is open. */
async function scopeOf(page: Page): Promise<Locator> {
  const open = page.locator('dialog[open]').last();
  return (await open.isVisible()) ? open : page.locator('body');
}

/** What has a name now, if anything has. */
async function find(page: Page, label: string): Promise<Locator | undefined> {
  const scope = await scopeOf(page);
  const name = named(label);
  const controls = [...SET, ...FILLED, ...PRESSED].map((role) => scope.getByRole(role, { name }));
  // A choice with an explanation has it in its name, and a link of a list what stands in its row.
  const [choice, row] = [scope.locator('label'), scope.getByRole('link')].map((one) =>
    one.filter({ has: page.getByText(name) }),
  );
  // As a part of a sentence only in the same case, so that no other word is taken for it.
  const texts = [scope.getByText(name), scope.getByText(new RegExp(escaped(label)))];
  for (const one of [...controls, choice, row, scope.getByLabel(name), ...texts]) {
    if (one === undefined) continue;
    const shown = one.filter({ visible: true });
    if ((await shown.count()) > 0) return shown.first();
  }
  return undefined;
}

/** Waits for it, since most screens load what they show. */
async function findPatiently(page: Page, label: string): Promise<Locator> {
  const late = Date.now() + TIMEOUT.timeout;
  while (Date.now() < late) {
    // What was drawn during the first look is seen as what it is by a second one.
    const found = (await find(page, label)) && (await find(page, label));
    if (found) return found;
    await page.waitForTimeout(50);
  }
  throw new Error('nothing on the screen has that name');
}

const roleOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    const input = element instanceof HTMLInputElement ? element.type : '';
    const tag = element.tagName.toLowerCase();
    if (
      element instanceof HTMLLabelElement &&
      element.control?.matches('[type=radio], [type=checkbox]')
    )
      return 'checkbox';
    const given = element.getAttribute('role');
    if (given !== null) return given;
    if (input === 'file') return 'file';
    if (['radio', 'checkbox'].includes(input)) return input;
    if (tag === 'input' || tag === 'textarea') return 'textbox';
    return { select: 'select', button: 'button', a: 'link', summary: 'button' }[tag] ?? tag;
  }, TIMEOUT);

/** Does what a user does with a thing of that name; for a field that takes a value. */
export async function use({ page }: Reader, label: string, value?: string): Promise<void> {
  const place = await findPatiently(page, label);
  const role = await roleOf(place);
  if (SET.some((one) => one === role)) return place.check(TIMEOUT);
  if (PRESSED.some((one) => one === role)) return place.click(TIMEOUT);
  if (value === undefined && !['select', 'textbox', 'combobox', 'searchbox'].includes(role)) return;
  if (value === undefined) throw new Error(`the ${role} needs a hint that says what to enter`);
  if (role === 'select') return void (await place.selectOption({ label: value }, TIMEOUT));
  await place.fill(value, TIMEOUT);
  if (role === 'combobox') await page.getByRole('option').first().click(TIMEOUT);
}

/** Only looks for it. */
export const see =
  (...labels: readonly string[]) =>
  async ({ page }: Reader): Promise<void> => {
    for (const label of labels) await findPatiently(page, label);
  };

async function doPart(reader: Reader, part: Part, hints: Hints): Promise<void> {
  const hint = hints[part.words];
  if (hint === null) return;
  if (typeof hint === 'function') return void (await hint(reader));
  const label = part.label ?? /^\*\*([^*]+)\*\*$/.exec(part.words)?.[1];
  if (label === undefined) throw new Error('words with a text as their hint must be one name');
  await use(reader, label, hint);
}

/** Does all steps of a page; throws with the step and the words of the first that isn't true. */
export async function walkPage(reader: Reader, name: GuidePage, hints: Hints): Promise<void> {
  const steps = stepsOf(name);
  const text = steps.map((step) => step.text).join('\n');
  const stale = Object.keys(hints).filter((words) => !text.includes(words));
  if (stale.length > 0) throw new Error(`${name} doesn’t say any more: ${stale.join(' | ')}`);
  for (const step of steps)
    for (const part of partsOf(step.text, Object.keys(hints))) {
      await doPart(reader, part, hints).catch((error: unknown) => {
        throw new Error(`docs/guide/en/${step.place}: ${part.words}: ${String(error)}`);
      });
    }
}
