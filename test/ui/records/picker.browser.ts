import { h, render } from 'preact';
import { signal } from '@preact/signals';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { Field } from '../../../src/ui/components/field.tsx';
import { Screen, TopBar } from '../../../src/ui/components/layout.tsx';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { Picker } from '../../../src/ui/records/picker.tsx';
import { createRecords } from '../../../src/ui/records/records.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { WCAG_TAGS } from '../../axe-rules.ts';
import { axeFaults } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { id } from '../page/world.ts';

/*
 * The picker of several records in a real Chromium at the popup's size: chips that wrap, names cut with
 * all of them to read, and a list that stays where it is while records are chosen.
 */

const LONG = 'The treasury of a company with a name as long as its history';
const RIGHT_TO_LEFT = 'محفظة الرواتب';
const NAMES = [
  ...Array.from({ length: 37 }, (_, n) => `User ${n + 1}`),
  LONG,
  'W'.repeat(64),
  RIGHT_TO_LEFT,
  'Twin',
  'Twin',
  'Carol',
  '\u0421arol',
];
const USERS = NAMES.map((userName, n) => ({ userId: id(n + 1), userName }));

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  addRowWords();
  addWords(popupWords);
  await page.viewport(380, 600);
});

afterEach(() => {
  render(null, root);
  root.remove();
  document.documentElement.style.fontSize = '';
});

/** The picker with some records chosen already; the list is there once this returns. */
async function show(values: readonly string[] = []) {
  const chosen = signal(values);
  const records = createRecords({
    query: async () => Promise.resolve({ users: USERS }),
    now: () => 0,
  });
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const picker = () =>
    h(Field, {
      label: 'Users',
      children: (ids) =>
        h(Picker, {
          ids,
          of: 'user',
          many: true,
          values: chosen.value,
          records,
          onChange: (next) => (chosen.value = next),
          onLeave: () => undefined,
        }),
    });
  const Form = () => h('form', { class: 'form' }, picker());
  const top = h(TopBar, { title: 'Tag' });
  render(h(Screen, { top, children: h(Form, {}) }), root);
  await expect.poll(() => records.known.value.user?.size).toBe(NAMES.length);
  return chosen;
}

const combobox = () => page.getByRole('combobox');
const option = (name: string) => page.getByRole('option', { name, exact: false }).first();
const chips = () => [...root.querySelectorAll<HTMLElement>('.chip')];
const boxOf = (one: Element | null | undefined) => {
  if (!one) throw new Error('not drawn');
  return one.getBoundingClientRect();
};

describe('the picker of several records', () => {
  test('behavior: thirty chosen ones wrap within the popup, with nothing cut but long names', async () => {
    await show(USERS.slice(12, 42).map(({ userId }) => userId));
    await expect.poll(chips).toHaveLength(30);
    for (const fontSize of ['', '200%']) {
      document.documentElement.style.fontSize = fontSize;
      for (const chip of chips()) {
        const box = boxOf(chip);
        expect(box.right).toBeLessThanOrEqual(boxOf(root.querySelector('.picker')).right + 0.5);
        const button = boxOf(chip.querySelector('button'));
        expect(button.right).toBeLessThanOrEqual(box.right);
        expect(button.left).toBeGreaterThanOrEqual(
          boxOf(chip.querySelector('.chip-name')).right - 0.5,
        );
      }
      const tops = new Set(chips().map((chip) => boxOf(chip).top));
      expect(tops.size).toBeGreaterThan(1);
    }
    document.documentElement.style.fontSize = '';
    expect(new Set(chips().map((chip) => boxOf(chip).top)).size).toBeLessThan(20);
    const long = chips().find((chip) => chip.textContent.includes(LONG));
    expect(long?.title).toContain(LONG);
    expect(long?.title).toContain(id(38));
    const name = long?.querySelector('.chip-name');
    expect(name && name.scrollWidth > name.clientWidth).toBe(true);
    expect(await axeFaults({ tags: WCAG_TAGS })).toEqual([]);
  });

  test('behavior: only records of one name show their ids', async () => {
    await show([id(1), id(41), id(42), id(99)]);
    await expect.poll(chips).toHaveLength(4);
    const ids = chips().map((chip) => chip.querySelector('.chip-id')?.textContent ?? null);
    expect(ids).toEqual([null, '00000000…000041', '00000000…000042', '00000000…000099']);
    await expect.element(page.getByText(popupWords['popup.pick.unlisted'])).toBeVisible();
  });

  test('behavior: the list stays as it is while several are chosen', async () => {
    const chosen = await show();
    await combobox().fill('User 1');
    await expect.element(option('User 15')).toBeVisible();
    const list = () => root.querySelector('[role="listbox"]');
    // The one under the cursor has been brought into view.
    await expect.poll(() => root.querySelector('.picker-option.active')).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 100));
    list()?.scrollTo(0, 60);
    const tops = () => [...(list()?.children ?? [])].map((one) => boxOf(one).top);
    const place = () => [list()?.scrollTop, boxOf(list()).top, tops()];
    const before = place();
    for (const name of ['User 11', 'User 12', 'User 13']) {
      await option(name).click();
      expect(place()).toEqual(before);
    }
    await expect.element(combobox()).toHaveFocus();
    expect(chosen.value).toEqual([id(11), id(12), id(13)]);
    // What was typed is selected: the next name takes its place.
    await userEvent.keyboard('User 2');
    await expect.element(combobox()).toHaveValue('User 2');
  });

  test('behavior: by keyboard one after the other, and the same again takes it back', async () => {
    const chosen = await show();
    await combobox().fill('User 3');
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
    expect(chosen.value).toEqual([id(3), id(30)]);
    await userEvent.keyboard('{Enter}');
    expect(chosen.value).toEqual([id(3)]);
  });

  test('behavior: a chip is removed by one click while the list is open, and the focus stays', async () => {
    const chosen = await show([id(1), id(2)]);
    await combobox().click();
    await expect.element(option('User 1')).toBeVisible();
    await page.getByRole('button', { name: 'Remove User 1', exact: true }).click();
    expect(chosen.value).toEqual([id(2)]);
    await expect.element(combobox()).toHaveFocus();
  });

  test('behavior: removing by keyboard opens no list, and the focus goes to the input', async () => {
    const chosen = await show([id(1), id(2)]);
    page.getByRole('button', { name: 'Remove User 2', exact: true }).element().focus();
    await userEvent.keyboard('{Enter}');
    expect(chosen.value).toEqual([id(1)]);
    await expect.element(combobox()).toHaveFocus();
    await expect.element(combobox()).toHaveAttribute('aria-expanded', 'false');
  });

  test('behavior: a name that looks like another says so, in the list and when it is chosen (threat 71)', async () => {
    await show([id(43)]);
    const like = (name: string) =>
      page.getByText(appWords['app.name.like'].replace('{name}', name));
    await expect.element(like('\u0421arol')).toBeVisible();
    await combobox().fill('arol');
    await expect.element(like('Carol')).toBeVisible();
    expect(root.querySelectorAll('.picker-option .badge')).toHaveLength(2);
    await takePicture('picker-lookalike');
    await combobox().fill('Twin');
    await expect.element(option('Twin')).toBeVisible();
    expect(root.querySelectorAll('.picker-option .badge')).toHaveLength(0);
  });

  test('behavior: a pasted id is chosen once', async () => {
    const chosen = await show();
    await combobox().fill(id(77));
    await userEvent.keyboard('{Enter}');
    expect(chosen.value).toEqual([id(77)]);
    await userEvent.tab();
    expect(chosen.value).toEqual([id(77)]);
  });
});
