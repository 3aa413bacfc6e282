import { h, render } from 'preact';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { FormFields } from '../../../src/ui/forms/form-fields.tsx';
import { createFormSession } from '../../../src/ui/forms/form-session.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { createRecords } from '../../../src/ui/records/records.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { axeFaults } from '../axe.ts';

/* The form of a message to sign: what it is decides the bytes, and the fields stay the only state. */

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
  addRowWords();
  addWords(appWords);
  addWords(popupWords);
  await page.viewport(380, 600);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

function startForm(draft: Readonly<Record<string, string>>, fixed: readonly string[] = []) {
  const session = createFormSession(
    {
      records: createRecords({ query: async () => Promise.resolve({}), now: () => 0 }),
      randomId: () => 'id',
      randomBytes,
      save: () => undefined,
    },
    {
      row: OPERATIONS.sign_raw_payload,
      generation: 'legacy',
      self: undefined,
      fixed,
      saved: { draft, prerequisiteId: null },
    },
  );
  root = document.createElement('main');
  document.body.append(root);
  render(h(FormFields, { session }), root);
  return session;
}

const kind = page.getByRole('combobox', { name: 'What it is' });
const message = page.getByRole('textbox', { name: 'Message' });
const chosen = () => kind.element().querySelector('option:checked')?.textContent;

test('behavior: a text for an Ethereum app gets its head, which is never shown', async () => {
  const session = startForm({ signWith: 'an address' });
  await expect.poll(chosen).toBe('Hash in hex');
  await kind.selectOptions('Text for an Ethereum app (EIP-191)');
  await message.fill('42 für alle');
  expect(session.draft.value).toMatchObject({
    // Twelve bytes, as the ü has two.
    payload: '\u0019Ethereum Signed Message:\n1242 für alle',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  });
  await expect.element(message).toHaveValue('42 für alle');
  expect(await axeFaults({ place: root })).toEqual([]);
  await kind.selectOptions('Typed data (EIP-712)');
  expect(session.draft.value).toMatchObject({
    payload: '42 für alle',
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
});

test('behavior: what was chosen behind it shows as something else, and as it is', async () => {
  startForm({
    signWith: 'an address',
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  });
  await expect.poll(chosen).toBe('Something else');
  await expect.element(message).toHaveValue('hello');
  await expect.element(page.getByRole('combobox', { name: 'Hashed with' })).toBeVisible();
});

test('behavior: a form that was kept shows the text alone', async () => {
  startForm({
    signWith: 'an address',
    payload: '\u0019Ethereum Signed Message:\n5hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  });
  await expect.poll(chosen).toBe('Text for an Ethereum app (EIP-191)');
  await expect.element(message).toHaveValue('hello');
});

test.each([
  ['an address', '\u0019Ethereum Signed Message:\n0', 'HASH_FUNCTION_KECCAK256'],
  ['a text', '', 'HASH_FUNCTION_NOT_APPLICABLE'],
])(
  'behavior: typing starts in the message where who signs is fixed: %s',
  async (_, payload, hashFunction) => {
    const encoding = 'PAYLOAD_ENCODING_TEXT_UTF8';
    startForm({ signWith: 'an address', payload, encoding, hashFunction }, ['signWith']);
    await expect.element(message).toHaveFocus();
  },
);

test('behavior: a message that is there keeps the focus where it was', async () => {
  const encoding = 'PAYLOAD_ENCODING_TEXT_UTF8';
  const hashFunction = 'HASH_FUNCTION_NOT_APPLICABLE';
  startForm({ signWith: 'an address', payload: 'hello', encoding, hashFunction }, ['signWith']);
  await expect.element(message).toBeVisible();
  await expect.element(message).not.toHaveFocus();
});
