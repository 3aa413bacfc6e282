import { effect, signal } from '@preact/signals';
import { base58 } from '@scure/base';
import { h, render, type ComponentChildren } from 'preact';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import { randomBytes, toHex, fromHex } from '../../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../../src/client/passkey/authenticator.ts';
import type { RefusalReason } from '../../../src/keys/refusal.ts';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { createImportFlow } from '../../../src/ui/procedures/import/import-flow.ts';
import { ImportKeyStep } from '../../../src/ui/procedures/import/key-step.tsx';
import { createSubmission } from '../../../src/ui/procedures/submitter.ts';
import { createPhraseFlow } from '../../../src/ui/procedures/import/phrase-flow.ts';
import { PhraseStepScreen } from '../../../src/ui/procedures/import/phrase-step.tsx';
import { importWords } from '../../../src/ui/words/en/import.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { optionsWords } from '../../../src/ui/words/en/options.ts';
import { phraseWords } from '../../../src/ui/words/en/phrase.ts';
import * as encoders from '../../keys/encoders.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { LANGUAGES, speak } from '../languages.ts';
import { takePicture } from '../picture.ts';
import { popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * What the import says of a pasted key or phrase, in a real Chromium: each reason and each fault in both
 * languages, light and dark, with nothing cut off, no placeholder left and no fault that axe-core knows.
 */

const HEX = '6a3c850258086966dcf72689d10cda8e105d4d9d0de97686a78c78b6047b94d7';
const KEY = fromHex(HEX);
const WIF = encoders.wif(0x80, KEY);
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';

/** One text for each reason, as a person might paste it. */
const KEYS: Readonly<Record<RefusalReason, string>> = {
  too_long: 'a'.repeat(4097),
  wrong_length: `0x${HEX.slice(0, -1)}`,
  wrong_character: `${HEX.slice(0, 20)}\n${HEX.slice(20)}`,
  lookalike_character: `${HEX.slice(0, 20)}\u043e${HEX.slice(21)}`,
  wrong_case: encoders.sui(KEY).replace('suiprivkey', 'SUIprivkey'),
  decorated: `export PRIVATE_KEY=${HEX}`,
  malformed: '-----BEGIN PRIVATE KEY-----\nMIIB\n',
  checksum: `${WIF.slice(0, -1)}${WIF.endsWith('1') ? '2' : '1'}`,
  public_half_mismatch: encoders.solanaArray(KEY).replace(/\d+\]$/, '0]'),
  ambiguous: base58.encode(KEY),
  wrong_network: encoders.bech32Text('nsec', KEY),
  wrong_curve: encoders.suiKeystore(KEY, 1),
  wrong_kind: JSON.stringify({ kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'AQAB' }),
  other_script: `wsh(multi(1,${WIF}))`,
  several_keys: `${WIF}\n${encoders.wif(0x80, KEY.toReversed())}`,
  wrong_prefix: encoders.bech32Text('suipriv', Uint8Array.of(0, ...KEY)),
  uncompressed: encoders.wif(0x80, KEY, false),
  zero: toHex(new Uint8Array(32)),
  out_of_range: encoders.wif(0x80, fromHex(ORDER)),
  address_pasted: '0x7aAE6F67798D1Ea0b8bFB5b64231B2f12049DB5e',
  public_key_pasted: '-----BEGIN PUBLIC KEY-----\nMFkw\n',
  not_a_key: encoders.strKey(23 << 3, KEY),
  mnemonic_pasted: 'abandon, ability, able, about, above, absent',
  // BIP-32, test vector 1.
  extended_key:
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  encrypted_key: 'U2FsdGVkX19ib5sV1ONyqk0Er8wQ6bEpnzWtA2Gsgns=',
  unknown: 'hello',
};

const TWELVE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** What a phrase may be told of: faults, what else fits, what was left out. */
const PHRASES: Readonly<Record<string, string>> = {
  recognized: TWELVE,
  'left out': TWELVE.split(' ')
    .map((word, at) => `Word ${String(at + 1)}: ${word}`)
    .join('\n'),
  'too long': 'legal '.repeat(2000),
  'not words': HEX,
  'unknown word': TWELVE.replace('sausage', 'sausige'),
  languages: TWELVE.replace('sausage', 'abaisser'),
  'word count': TWELVE.replace(' yellow', ''),
  passphrase: `${TWELVE} hunter2`,
  checksum: TWELVE.replace('yellow', 'year'),
  // ton-crypto, mnemonic.spec.ts.
  ton: 'hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution',
  // LND, aezeed/cipherseed_test.go.
  aezeed:
    'ability liquid travel stem barely drastic pact cupboard apple thrive morning oak feature tissue couch old math inform success suggest drink motion know royal',
  // SLIP-39, vectors.json, the first.
  slip39:
    'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard',
  // Electrum 4.3.4 (test/vectors/electrum-seeds.json).
  electrum: 'crumble pass sadness cash bubble bachelor mule certain roast favorite stool ill',
  // Electrum, pull request 6001: BIP-39's as well.
  'electrum or BIP-39':
    'universe leisure priority tattoo fluid trophy theme rigid team van office sponsor',
};

let root = document.createElement('main');

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.title = 'Keystamp';
  addRowWords();
  for (const words of [appWords, optionsWords, importWords, phraseWords]) addWords(words);
  await page.viewport(760, 600);
});

afterEach(async () => {
  render(null, root);
  root.remove();
  await speak('en');
});

function draw(steps: readonly ComponentChildren[]): void {
  root = document.createElement('main');
  document.body.append(root);
  render(
    steps.map((step, at) => h('section', { key: at, 'aria-label': String(at) }, step)),
    root,
  );
}

function flowEffects() {
  const { effects } = popupWorld();
  const authenticator = createAuthenticator({ container: undefined, later: effects.later });
  const all = { ...effects, randomBytes, authenticator };
  const { submit } = createSubmission(all, signal(unlocked)).submitter;
  return { ...all, submit };
}

function drawKeys(): void {
  const texts = Object.values(KEYS);
  const flows = texts.map(() => createImportFlow(flowEffects(), profile));
  draw(flows.map((flow) => h(ImportKeyStep, { flow })));
  for (const [at, text] of texts.entries()) flows[at]?.readText(text, () => text);
}

async function drawPhrases(): Promise<void> {
  const texts = Object.values(PHRASES);
  const flows = texts.map(() => createPhraseFlow(flowEffects(), profile));
  draw(flows.map((flow) => h(PhraseStepScreen, { flow })));
  for (const [at, text] of texts.entries()) await flows[at]?.read(text, true);
}

test('behavior: each text has the reason that it stands for', () => {
  const found = Object.values(KEYS).map((text) => {
    const flow = createImportFlow(flowEffects(), profile);
    flow.readText(text, () => text);
    const read = flow.read.value;
    return read.kind === 'refused' ? read.refused.reason : read.kind;
  });
  expect(found).toEqual(Object.keys(KEYS));
});

test('behavior: Continue, pressed before the phrase of the shown words is held, goes on once it is', async () => {
  const flow = createPhraseFlow(flowEffects(), profile);
  draw([h(PhraseStepScreen, { flow })]);
  const pressed = vi.fn();
  const end = effect(() => {
    if (flow.reading.value.words.length === 0 || flow.step.peek() !== 'phrase') return;
    pressed(flow.held.peek());
    root.querySelector('form')?.requestSubmit();
  });
  await flow.read(TWELVE, true);
  await expect.poll(() => flow.step.value).toBe('accounts');
  expect(pressed.mock.calls).toEqual([[null]]);
  end();
});

describe.for(LANGUAGES)('in %s', (language) => {
  test.for([
    ['keys', 'light'],
    ['keys', 'dark'],
    ['phrases', 'light'],
    ['phrases', 'dark'],
  ] as const)('behavior: messages of %s fit, %s', async ([kind, theme]) => {
    applySettings({ ...DEFAULT_SETTINGS, theme });
    await speak(language);
    if (kind === 'keys') drawKeys();
    else await drawPhrases();
    const steps = [...root.querySelectorAll('section[aria-label]')];
    await expect
      .poll(() => steps.filter((step) => !step.querySelector('.banner, [type=radio]')).length)
      .toBe(0);
    expect(root.textContent).not.toMatch(/[{}]|\b(?:import|phrase)\.[a-z]|undefined/);
    const right = document.documentElement.clientWidth;
    const cutOff = [...root.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > right + 0.5,
    );
    expect(cutOff.map((one) => one.outerHTML)).toEqual([]);
    // What stays the same in every step is drawn once by other tests.
    for (const part of root.querySelectorAll('.field:not(.banner *), .form > .help, .actions')) {
      if (!part.querySelector('[type=radio]')) part.remove();
    }
    expect(await axeFaults({ rules: rulesIn(theme), place: root })).toEqual([]);
    await page.viewport(760, Math.min(8000, root.scrollHeight + 40));
    await takePicture(`import-${kind}-${language}-${theme}`);
    await page.viewport(760, 600);
  });
});
