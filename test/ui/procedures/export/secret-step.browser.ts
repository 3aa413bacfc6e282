import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../../src/ui/style.css';
import '../../../../src/ui/settings/settings.css';
import {
  readExportedPhrase,
  type ExportedPhrase,
} from '../../../../src/client/export/exported-secret.ts';
import { utf8, type Bytes } from '../../../../src/crypto/bytes.ts';
import { KeystampError } from '../../../../src/protocol/errors.ts';
import { applySettings, startOwnPage } from '../../../../src/ui/components/own-page.ts';
import { addWords } from '../../../../src/ui/i18n.ts';
import { Page } from '../../../../src/ui/page/shell.tsx';
import { createTabStore, type TabStore } from '../../../../src/ui/page/tab-store.ts';
import type { CopiedSecret } from '../../../../src/ui/procedures/export/copied-secret.tsx';
import type { ExportFlow } from '../../../../src/ui/procedures/export/export-flow.ts';
import type { ExportSubject } from '../../../../src/ui/procedures/export/export-subject.ts';
import { SecretStep } from '../../../../src/ui/procedures/export/secret-step.tsx';
import { exportWords } from '../../../../src/ui/words/en/export.ts';
import { importWords } from '../../../../src/ui/words/en/import.ts';
import { phraseWords } from '../../../../src/ui/words/en/phrase.ts';
import { axeFaults, rulesIn } from '../../axe.ts';
import { tabEffects } from '../../page/tab-effects.ts';
import { id, popupWorld, unlocked } from '../../page/world.ts';

/* An exported phrase on the screen: shown by a tap for a minute, and what hides it before. */

// BIP-39's own test vector of 128 bits.
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

let root: HTMLElement;
let bytes: Bytes;
let secret: ExportedPhrase;
let store: TabStore;
let world: ReturnType<typeof popupWorld>;
let isProved: boolean;

async function draw(locale = 'en'): Promise<void> {
  await page.viewport(700, 900);
  isProved = false;
  world = popupWorld({
    state: () => unlocked,
    vault_show_again: () => {
      if (!isProved) throw new KeystampError('reauthentication_needed');
      return null;
    },
  });
  startOwnPage({ now: world.effects.now, root: document.documentElement });
  applySettings({ ...unlocked.settings, locale });
  for (const words of [exportWords, importWords, phraseWords]) addWords(words);
  store = createTabStore(tabEffects(world.effects));
  bytes = utf8(PHRASE);
  const read = await readExportedPhrase(bytes, []);
  if (!read.ok) throw new Error(read.fault);
  ({ secret } = read);
  const shown = signal<ExportedPhrase | null>(secret);
  const forgetSecret = () => {
    shown.value?.wipe();
    shown.value = null;
  };
  const flow = { secret: shown, forgetSecret, again: forgetSecret } as unknown as ExportFlow;
  const copied: CopiedSecret = {
    state: 'none',
    access: 'alone',
    copy: () => undefined,
    clear: () => undefined,
  };
  const subject = {
    place: { kind: 'wallet', id: id(5) },
    name: 'Payroll',
  } as unknown as ExportSubject;
  render(h(Page, { store, children: h(SecretStep, { flow, subject, copied }) }), root);
  await expect.poll(() => root.innerText).toContain('12');
}

beforeEach(() => {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
  applySettings({ ...unlocked.settings, locale: 'en' });
});

const words = () => [...root.querySelectorAll('.phrase-words bdi')].map((one) => one.textContent);
const tap = () => page.getByRole('button', { name: 'Show for 60 seconds' });

test('behavior: a tap shows it for 60 seconds with a countdown, then it is gone', async () => {
  await draw();
  await tap().click();
  await expect.poll(words).toEqual(PHRASE.split(' '));
  expect(root.innerText).toContain('Hides in 60 seconds');
  const pageWide = ['landmark-one-main', 'page-has-heading-one', 'region'];
  const faults = await axeFaults({ rules: rulesIn('light') });
  expect(faults.filter(([rule]) => !pageWide.includes(String(rule)))).toEqual([]);
  world.advanceClock(59_000);
  await expect.poll(() => root.innerText).toContain('Hides in 1 second');
  expect(words()).toHaveLength(12);
  world.advanceClock(1_000);
  await expect.poll(words).toEqual([]);
  expect(root.innerHTML).not.toContain('sausage');
  expect(world.calls('vault_show_again')).toEqual([]);
});

test('error: a second showing waits for the password or a passkey', async () => {
  await draw();
  await tap().click();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect.poll(words).toEqual([]);
  await tap().click();
  await expect.poll(() => store.reauthentication.isAsking.value).toBe(true);
  expect(words()).toEqual([]);
  store.reauthentication.cancel();
  await expect.poll(() => store.reauthentication.isAsking.value).toBe(false);
  expect(words()).toEqual([]);
  await tap().click();
  await expect.poll(() => store.reauthentication.isAsking.value).toBe(true);
  isProved = true;
  store.reauthentication.confirm();
  await expect.poll(words).toHaveLength(12);
});

test.for([
  ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'the page is hidden',
    () => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
    },
  ],
  // What a lock does: another screen takes its place.
  ['the screen is replaced', () => render(null, root)],
] as const)('error: it hides at once when %s', async ([, act]) => {
  await draw();
  await tap().click();
  await expect.poll(words).toHaveLength(12);
  act();
  await expect.poll(words).toEqual([]);
  expect(root.innerHTML).not.toContain('sausage');
});

test('behavior: three words are asked back, hidden meanwhile, and kept nowhere', async () => {
  await draw();
  await tap().click();
  await page.getByRole('button', { name: 'I’ve written it down' }).click();
  await expect.poll(words).toEqual([]);
  const labels = [...root.querySelectorAll('.label')].map(
    (one) => /^Word (\d+)$/.exec(one.textContent)?.[1],
  );
  const numbers = labels.filter((number) => number !== undefined);
  expect(numbers).toHaveLength(3);
  const field = (number: string) => page.getByLabelText(`Word ${number}`, { exact: true });
  for (const number of numbers) await field(number).fill('zoo');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect.poll(() => root.innerText).toContain('is a different one');
  for (const number of numbers) {
    await field(number).fill(PHRASE.split(' ')[Number(number) - 1] ?? '');
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => root.innerText).toContain('Your copy has these words');
  expect(world.kept.size).toBe(0);
  expect(world.asked.filter(({ input }) => JSON.stringify(input ?? '').includes('legal'))).toEqual(
    [],
  );
});

test('behavior: done wipes its bytes, shown or not', async () => {
  await draw('de');
  await page.getByRole('button', { name: '60 Sekunden lang zeigen' }).click();
  await expect.poll(words).toHaveLength(12);
  await page.getByRole('button', { name: 'Fertig' }).click();
  await expect.poll(words).toEqual([]);
  expect(bytes.every((byte) => byte === 0)).toBe(true);
});
