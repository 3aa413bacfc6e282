import { h, render } from 'preact';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { comparisonGroups, deviceCodeOf } from '../../../src/client/device/device-code.ts';
import { randomBytes, toHex } from '../../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../../src/crypto/keys.ts';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import { KEY_REGISTRATION } from '../../../src/protocol/operations.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { Screen, TopBar } from '../../../src/ui/components/layout.tsx';
import { FormFields } from '../../../src/ui/forms/form-fields.tsx';
import { createFormSession, type FormSession } from '../../../src/ui/forms/form-session.ts';
import { createRecords } from '../../../src/ui/records/records.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords, t } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { speak } from '../languages.ts';
import { takePicture } from '../picture.ts';

/*
 * The field of a public key in a real Chromium at the popup's size: no key of elsewhere gets into the
 * form before somebody has looked at the other device, or has said that there is none.
 */

const ORGANIZATION = '7c4c8a1e-3a57-4b6e-9a0e-5a7a3b1c2d4f';

let root: HTMLElement;
let session: FormSession;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  addRowWords();
  addWords(appWords);
  addWords(popupWords);
  await page.viewport(380, 600);
});

afterEach(async () => {
  render(null, root);
  root.remove();
  await speak('en');
});

const newKey = () => toHex(publicKeyOf('P256', randomBytes(32)));
const codeOf = (publicKey: string) => deviceCodeOf({ organizationId: ORGANIZATION, publicKey });
const digitsOf = (publicKey: string) =>
  comparisonGroups({ organizationId: ORGANIZATION, publicKey });

function show(): void {
  session = createFormSession(
    {
      records: createRecords({
        query: async () => Promise.resolve({ users: [], apiKeys: [] }),
        now: () => 0,
      }),
      randomId: () => 'id',
      randomBytes,
      save: () => undefined,
    },
    {
      row: KEY_REGISTRATION,
      generation: 'legacy',
      self: undefined,
      saved: undefined,
      organizationId: ORGANIZATION,
    },
  );
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const children = h('form', { class: 'form' }, h(FormFields, { session }));
  render(h(Screen, { top: h(TopBar, { title: 'Keystamp' }), children }), root);
}

const input = () => page.getByRole('textbox', { name: /^Public key|^Öffentlicher/ });
const radios = () => page.getByRole('radiogroup', { name: t('popup.publicKey.question') });
const radio = (name: string) => radios().getByRole('radio', { name, exact: false });
const confirm = () => page.getByRole('button', { name: t('popup.publicKey.confirm') });
const shownGroups = () =>
  [...root.querySelectorAll('.comparison-groups > span')].map((one) => one.textContent);
const offered = () =>
  [...root.querySelectorAll<HTMLInputElement>('.comparison-question input')]
    .map(({ value }) => value)
    .filter((value) => /^\d{5}$/.test(value));
const taken = (): unknown => {
  const { apiKeys } = session.draft.value;
  return (apiKeys as readonly Record<string, unknown>[])[0]?.['publicKey'] ?? '';
};
const refusal = () => page.getByText(t('popup.publicKey.not_same'));

async function enter(text: string): Promise<void> {
  await input().fill(text);
  await expect.element(radios()).toBeVisible();
}

describe('a key from another device', () => {
  test('behavior: gets into the form by the group that only the other device shows (threat 72)', async () => {
    const key = newKey();
    const digits = await digitsOf(key);
    show();
    await enter(codeOf(key));
    expect(taken()).toBe('');
    expect(session.submit()).toBeUndefined();
    const groups = shownGroups();
    const gap = groups.indexOf('');
    const answer = digits[gap] ?? '';
    expect(groups.toSpliced(gap, 1, answer)).toEqual(digits);
    expect(offered()).toContain(answer);
    // Nothing but the choices has the missing group, and nothing is chosen or stands out.
    const inputs = [...root.querySelectorAll<HTMLInputElement>('.comparison-question input')];
    expect(inputs.filter(({ checked, autofocus }) => checked || autofocus)).toEqual([]);
    expect(inputs.some((one) => one === document.activeElement)).toBe(false);
    const labels = inputs
      .slice(0, 3)
      .map((one) => one.closest('label')?.outerHTML.replaceAll(/\d{5}/g, '#'));
    expect(new Set(labels).size).toBe(1);
    const beside = root.querySelector('.comparison-groups')?.outerHTML;
    expect(beside).not.toContain(answer);
    await expect.element(radio(t('popup.publicKey.program'))).not.toBeInTheDocument();
    await expect.element(confirm()).toBeDisabled();
    await radio(answer).click();
    expect(taken()).toBe('');
    await confirm().click();
    await expect.poll(taken).toBe(key);
    await expect.poll(shownGroups).toEqual(digits);
    await expect.element(radios()).not.toBeInTheDocument();
    await expect.element(input()).toHaveFocus();
  });

  test('error: a wrong group refuses it, and the next try needs the code and asks anew (threat 72)', async () => {
    const key = newKey();
    const digits = await digitsOf(key);
    show();
    const asked: string[] = [];
    for (let trial = 0; trial < 12; trial += 1) {
      await enter(codeOf(key));
      const missing = digits[shownGroups().indexOf('')] ?? '';
      asked.push(offered().join());
      await radio(offered().find((group) => group !== missing) ?? '').click();
      await confirm().click();
      await expect.element(refusal()).toBeVisible();
      expect(taken()).toBe('');
      await expect.element(input()).toHaveValue('');
      await expect.element(radios()).not.toBeInTheDocument();
    }
    // Groups that are drawn anew: that even two questions are alike by chance is one in a billion.
    expect(new Set(asked).size).toBe(12);
    await takePicture('public-key-refused');
  });

  test('error: none of these refuses it, and leaving the field does not ask again (threat 72)', async () => {
    const key = newKey();
    show();
    await enter(codeOf(key));
    const before = offered();
    await radio(t('popup.publicKey.none')).click();
    expect(offered()).toEqual(before);
    await confirm().click();
    await expect.element(refusal()).toBeVisible();
    expect(taken()).toBe('');
  });

  test('error: another text in the field takes the question away, and a taken key out', async () => {
    const [key, other] = [newKey(), newKey()];
    show();
    await enter(codeOf(key));
    await input().fill('0');
    await expect.element(radios()).not.toBeInTheDocument();
    await enter(codeOf(key));
    await radio((await digitsOf(key))[shownGroups().indexOf('')] ?? '').click();
    await confirm().click();
    await expect.poll(taken).toBe(key);
    await enter(codeOf(other));
    expect(taken()).toBe('');
  });

  test('behavior: by keyboard alone, and Enter sends no form', async () => {
    const key = newKey();
    const digits = await digitsOf(key);
    show();
    await input().click();
    await enter(codeOf(key));
    const answer = digits[shownGroups().indexOf('')] ?? '';
    while (document.activeElement?.getAttribute('type') !== 'radio') await userEvent.tab();
    await userEvent.keyboard(' ');
    for (let step = 0; step < 4; step += 1) {
      if ((document.activeElement as HTMLInputElement).value === answer) break;
      await userEvent.keyboard('{ArrowDown}');
    }
    expect(taken()).toBe('');
    await userEvent.keyboard('{Enter}');
    await expect.poll(taken).toBe(key);
  });
});

describe('a public key alone', () => {
  test('behavior: is compared as well, with the digits of this organization (threat 72)', async () => {
    const key = newKey();
    const digits = await digitsOf(key);
    show();
    await enter(key);
    expect(taken()).toBe('');
    expect(session.submit()).toBeUndefined();
    await radio(digits[shownGroups().indexOf('')] ?? '').click();
    await confirm().click();
    await expect.poll(taken).toBe(key);
  });

  test('behavior: or its user says that another program made it (threat 72)', async () => {
    const key = newKey();
    show();
    await enter(key);
    await radio(t('popup.publicKey.program')).click();
    expect(taken()).toBe('');
    await confirm().click();
    await expect.poll(taken).toBe(key);
    await expect.element(page.getByText(t('popup.publicKey.notCompared'))).toBeVisible();
    expect(shownGroups()).toEqual([]);
  });
});

describe('how it looks', () => {
  for (const language of ['en', 'de'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: the question, ${language}, ${theme}`, async () => {
        applySettings({ ...DEFAULT_SETTINGS, theme });
        await speak(language);
        show();
        await enter(newKey());
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        for (const width of [380, 320]) {
          await page.viewport(width, 1100);
          const right = document.documentElement.clientWidth + 0.5;
          const cut = [...root.querySelectorAll('*')].filter(
            (one) => one.getBoundingClientRect().right > right,
          );
          expect(cut).toEqual([]);
          await takePicture(`public-key-question-${language}-${theme}-${width}`);
        }
        await page.viewport(380, 600);
      });
    }
  }
});
