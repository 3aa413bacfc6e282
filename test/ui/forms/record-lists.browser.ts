import { h, render } from 'preact';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import { Screen, TopBar } from '../../../src/ui/components/layout.tsx';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import type { Draft } from '../../../src/ui/forms/draft.ts';
import { FormFields } from '../../../src/ui/forms/form-fields.tsx';
import { createRecords } from '../../../src/ui/records/records.ts';
import { createFormSession, type FormSession } from '../../../src/ui/forms/form-session.ts';
import { itemsOf } from '../../../src/ui/records/pickable-records.ts';
import { Sentence } from '../../../src/ui/forms/parts.tsx';
import { summaryOf } from '../../../src/ui/forms/review-subject.ts';
import { Changes } from '../../../src/ui/review/changes.tsx';
import { addRowWords, summaryText } from '../../../src/ui/forms/words.ts';
import { addWords, setLocale } from '../../../src/ui/i18n.ts';
import { german } from '../../../src/ui/words/de/german.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { operationTexts } from '../../../src/ui/words/operation-words.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { DEVICE_ROW, DEVICE_WORDS, DEVICE_WORDS_DE } from './device-row.ts';
import type { Values } from '../../../src/protocol/parse.ts';

/*
 * The control of a list of records, in a real Chromium at the popup's size: where the focus goes, where
 * errors stand, no fault that axe-core knows, and nothing cut off.
 */

const USER = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const KEY = `02${'ab'.repeat(32)}`;
const SIZE = [380, 600] as const;
const PHONE: Draft = { deviceName: 'Phone', publicKey: KEY, curve: 'CURVE_P256' };
const LAPTOP: Draft = { ...PHONE, deviceName: 'Laptop' };
const TABLET: Draft = { ...PHONE, deviceName: 'Tablet' };
const USERS = { users: [{ userId: USER, userName: 'Ada' }] };

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
  addRowWords();
  addWords(appWords);
  addWords(popupWords);
  addWords(operationTexts({ register_devices: DEVICE_WORDS }));
  await page.viewport(...SIZE);
});

afterEach(async () => {
  render(null, root);
  root.remove();
  await setLocale('en');
});

const speakGerman = () => {
  const words = { ...german, ...operationTexts({ register_devices: DEVICE_WORDS_DE }) };
  return setLocale('de', { de: [async () => Promise.resolve(words)] });
};

function draw(...parts: Parameters<typeof h>[2][]): void {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const top = h(TopBar, { title: 'Keystamp' });
  render(h(Screen, { top, children: parts }), root);
}

function show(devices: readonly Draft[]): FormSession {
  const session = createFormSession(
    {
      records: createRecords({ query: async () => Promise.resolve(USERS), now: () => 0 }),
      randomId: () => 'id',
      randomBytes,
      save: () => undefined,
    },
    {
      row: DEVICE_ROW,
      generation: 'legacy',
      self: undefined,
      saved: { draft: { devices }, prerequisiteId: null },
    },
  );
  draw(h('form', { class: 'form' }, h(FormFields, { session })));
  return session;
}

const group = (name: string) => page.getByRole('group', { name, exact: true });
const field = (device: string, label: string) =>
  group(device).getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Elements that are wider than the place that they have. */
function cutOff(): string[] {
  const right = document.documentElement.clientWidth;
  return [...root.querySelectorAll('*')]
    .filter((one) => one.getBoundingClientRect().right > right + 0.5)
    .map((one) => one.outerHTML.slice(0, 80));
}

describe('a list of records', () => {
  for (const language of ['en', 'de'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: several records with errors, ${language}, ${theme}`, async () => {
        applySettings({ ...DEFAULT_SETTINGS, theme });
        if (language === 'de') await speakGerman();
        const contacts = [{ contact: 'x' }, { contact: '' }];
        const session = show([PHONE, { ...LAPTOP, publicKey: 'x', recovery: contacts }]);
        session.submit();
        await expect.poll(() => root.querySelectorAll('.field-error span')).toHaveLength(3);
        const device = language === 'de' ? 'Sicherheitsschlüsselgerät 2' : 'Device 2';
        await expect.element(page.getByRole('heading', { name: device })).toBeVisible();
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        for (const width of [380, 320]) {
          await page.viewport(width, 600);
          expect(cutOff(), `${width}`).toEqual([]);
        }
        await page.viewport(...SIZE);
      });
    }
  }

  test('behavior: a new record gets the focus in its first field', async () => {
    show([PHONE]);
    await button('Add device').click();
    await expect.element(field('Device 2', 'Name')).toHaveFocus();
    await userEvent.keyboard('Laptop');
    await expect.element(field('Device 2', 'Name')).toHaveValue('Laptop');
    await expect.element(field('Device 1', 'Name')).toHaveValue('Phone');
  });

  test('behavior: one click adds, even if it leaves a field whose error moves the button', async () => {
    show([PHONE]);
    await field('Device 1', 'Name').fill('a<b');
    await expect.element(field('Device 1', 'Name')).toHaveFocus();
    await button('Add device').click();
    await expect.element(field('Device 2', 'Name')).toHaveFocus();
    await expect.element(field('Device 1', 'Name')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Device 2', 'Name')).toHaveAttribute('aria-invalid', 'false');
  });

  test('behavior: after a removal the next record has the focus, else the one before', async () => {
    const session = show([PHONE, LAPTOP, TABLET]);
    await button('Remove device 2').click();
    await expect.element(field('Device 2', 'Name')).toHaveFocus();
    await expect.element(field('Device 2', 'Name')).toHaveValue('Tablet');
    await button('Remove device 2').click();
    await expect.element(field('Device 1', 'Name')).toHaveFocus();
    expect(session.draft.value['devices']).toHaveLength(1);
  });

  test('behavior: after the last record of an optional list, the button that adds has it', async () => {
    show([{ ...PHONE, recovery: [{ contact: 'a@example.com' }] }]);
    await button('Remove contact 1').click();
    await expect.element(button('Add contact')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Contact 1', 'Email or phone')).toHaveFocus();
  });

  test('behavior: there are never fewer or more than the service takes', async () => {
    show([PHONE]);
    await expect.element(button('Remove device 1')).not.toBeInTheDocument();
    await button('Add device').click();
    await button('Add device').click();
    await expect.element(field('Device 3', 'Name')).toHaveFocus();
    await expect.element(button('Add device')).not.toBeInTheDocument();
    await expect.element(page.getByText('One request can hold up to 3.')).toBeVisible();
    await expect.element(button('Remove device 1')).toBeVisible();
  });

  test('error: each refusal stands at its field, and the first one gets the focus', async () => {
    const session = show([PHONE, { ...LAPTOP, lifetimeSeconds: '9999', publicKey: '' }]);
    session.submit();
    await expect.element(field('Device 2', 'Public key')).toHaveFocus();
    await expect
      .element(field('Device 2', 'Public key'))
      .toHaveAccessibleDescription('The device shows it in its settings. Required');
    const lifetime = field('Device 2', 'Lifetime in seconds optional');
    await expect.element(lifetime).toBeVisible();
    await expect.element(lifetime).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Device 1', 'Public key')).toHaveAttribute('aria-invalid', 'false');
    await button('Remove device 1').click();
    const moved = field('Device 1', 'Lifetime in seconds optional');
    await expect.element(moved).toHaveAttribute('aria-invalid', 'true');
  });

  test('behavior: what a control holds besides its value stays with its record', async () => {
    show([PHONE, { ...LAPTOP, curve: 'CURVE_SECP256K1' }]);
    await group('Device 2').getByRole('searchbox').fill('sola');
    await button('Remove device 1').click();
    await expect.element(group('Device 1').getByRole('searchbox')).toHaveValue('sola');
  });

  test('behavior: every control works in a record', async () => {
    const session = show([PHONE, LAPTOP]);
    await field('Device 2', 'Curve').selectOptions('Ed25519');
    await group('Device 2').getByRole('checkbox', { name: 'Solana' }).click();
    await group('Device 2').getByRole('combobox', { name: 'Owner optional' }).fill('Ada');
    await group('Device 2').getByRole('option', { name: /^Ada/ }).click();
    expect(session.submit()?.parameters).toEqual({
      devices: [
        { ...PHONE, formats: [] },
        {
          ...LAPTOP,
          curve: 'CURVE_ED25519',
          formats: ['ADDRESS_FORMAT_SOLANA'],
          ownerId: USER,
        },
      ],
    });
  });
});

describe('the review of a list of records', () => {
  const known = { user: itemsOf(OPERATIONS.list_users, USERS) };
  const review = (devices: readonly Values[]) => {
    const { fields } = DEVICE_ROW.versions[0];
    const subject = { fields, parameters: { devices }, secrets: {}, known };
    const details = h(Changes, { row: DEVICE_ROW, subject });
    // As on the screens that have it: something in the scrolling part takes the focus.
    const template = summaryText(DEVICE_ROW, 'default');
    const sentence = h(Sentence, { parts: summaryOf(template, subject) });
    draw(h('p', { class: 'summary' }, sentence), details, h('button', { type: 'button' }, 'OK'));
  };

  for (const language of ['en', 'de'] as const) {
    test(`behavior: each record with each field, by its label, ${language}`, async () => {
      applySettings({ ...DEFAULT_SETTINGS, theme: 'light' });
      if (language === 'de') await speakGerman();
      const recovery = [{ contact: 'ada@example.com' }, { contact: '+15551234567' }];
      // No value of a device may be that long, but it would be shown.
      const long = { ...TABLET, publicKey: 'ab '.repeat(200) };
      review([PHONE, { ...LAPTOP, deviceName: 'a\u202Eb', ownerId: USER, recovery }, long, long]);
      const text = () => root.innerText.replace(/\s+/g, ' ');
      await expect.poll(text).toContain(language === 'de' ? 'gerät 2 Name' : 'Device 2 Name');
      const names = String.raw`Phone, a\u{202E}b, Tablet`;
      expect(text()).toContain(
        language === 'de' ? `${names} und Tablet registrieren.` : `Register ${names}, and Tablet.`,
      );
      for (const part of ['Phone', String.raw`a\u{202E}b`, 'Ada', USER, 'P-256', '+15551234567']) {
        expect(text()).toContain(part);
      }
      expect(await axeFaults()).toEqual([]);
      expect(cutOff()).toEqual([]);
    });
  }
});
