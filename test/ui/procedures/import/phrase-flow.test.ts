// The import of a wallet as the page carries it out: its own flow over the real worker and service.
import { generateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BUNDLE_FAULTS } from '../../../../src/crypto/bundle.ts';
import { fromHex, fromUtf8, toHex, utf8 } from '../../../../src/crypto/bytes.ts';
import { CHAINS } from '../../../../src/ui/forms/accounts.ts';
import { nextAccount } from '../../../../src/ui/forms/accounts.ts';
import {
  createPhraseFlow,
  type PhraseFlow,
} from '../../../../src/ui/procedures/import/phrase-flow.ts';
import { waitForState } from '../../../worker/fake-browser.ts';
import { useWorkerFixture, type Values } from '../../../worker/worker-fixture.ts';
import { createBundleSigner } from '../bundle-signer.ts';
import { flowEffects } from '../flow-effects.ts';

const desk = useWorkerFixture();
let flow: PhraseFlow;

beforeEach(() => {
  flow = createPhraseFlow(flowEffects(desk), desk.account.profile);
});
afterEach(() => flow.leave());

const newPhrase = () => generateMnemonic(english, 128);
const BEGIN = /submit\/init_import_wallet$/;
const FINISH = /submit\/import_wallet$/;

/** Types a phrase and fills in the form: one account, or one of each chain. */
async function enter(text = newPhrase(), chains: readonly string[] = []): Promise<void> {
  await flow.read(text, true);
  const form = flow.form.value;
  form.set('walletName', `Wallet ${crypto.randomUUID().slice(0, 8)}`);
  for (const chain of chains) form.addItem('accounts', { ...nextAccount(chain, []) });
  expect(form.submit()).toBeDefined();
}

/** From the phrase to the end of the run. */
async function runImport(text?: string, chains?: readonly string[]) {
  await enter(text, chains);
  await desk.time.run(flow.identify());
  await desk.time.run(flow.start());
  return flow.run.value;
}

describe('the import of a wallet', () => {
  // Accounts are derived in this thread, by both sides: few at a time, so that nothing waits for long.
  const AT_ONCE = 5;
  const others = CHAINS.filter((chain) => chain !== 'ADDRESS_FORMAT_ETHEREUM');
  const batches = Array.from({ length: Math.ceil(others.length / AT_ONCE) }, (_, at) =>
    others.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  test.each(batches)(
    'behavior: chains are derived, imported and proved: %s …',
    async (...chains) => {
      const requests = desk.recordRequests();
      const end = await runImport(newPhrase(), chains);
      const shown = flow.derived.value.map((account) => account?.fault ?? 'derived');
      expect(shown).toEqual(['', ...chains].map(() => 'derived'));
      expect(end).toMatchObject({
        state: 'done',
        imported: { verdict: 'proved' },
        isRecorded: true,
      });
      expect(end?.imported?.lines).toHaveLength(chains.length + 1);
      // On a slow machine the same bytes are sent again.
      const sent = requests.map(({ path }) => path.split('/').at(-1) ?? '');
      const imports = new Set(sent.filter((name) => name.includes('import')));
      expect([...imports]).toEqual(['init_import_wallet', 'import_wallet']);
    },
  );

  test('behavior: a phrase in Japanese', async () => {
    expect(await runImport(generateMnemonic(japanese, 256))).toMatchObject({
      state: 'done',
      imported: { verdict: 'proved' },
    });
  });

  test('behavior: the phrase is in no request, and its bytes are zeros after the seal', async () => {
    const requests = desk.recordRequests();
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    const phrase = newPhrase();
    await runImport(phrase);
    expect(fill.mock.calls.filter(([value]) => value === 0).length).toBeGreaterThan(0);
    fill.mockRestore();
    const sent = JSON.stringify(requests);
    const words = phrase.split(' ');
    expect(sent).not.toContain(words.slice(0, 2).join(' '));
    expect(sent).not.toContain(toHex(utf8(phrase)));
    const held = flow.held.value;
    await expect(held?.seal(new Uint8Array(65))).rejects.toMatchObject({ code: 'internal' });
    // What was derived stays known; another account can't be derived anymore.
    const curve = 'CURVE_SECP256K1';
    const addressFormat = 'ADDRESS_FORMAT_ETHEREUM';
    const another = held?.derive({ curve, addressFormat, path: "m/44'/60'/9'/0/0" });
    expect(another).toMatchObject({ fault: 'forgotten' });
  });

  test('error: a phrase with a fault starts nothing', async () => {
    const requests = desk.recordRequests();
    await flow.read(`${newPhrase()} zoo`, true);
    expect(flow.held.value).toBeNull();
    await desk.time.run(flow.identify());
    await desk.time.run(flow.start());
    expect(flow.run.value).toBeNull();
    expect(requests.filter(({ path }) => path.includes('submit'))).toEqual([]);
  });

  test('behavior: the newest text wins, and the phrase before it is wiped', async () => {
    await flow.read(newPhrase(), true);
    const first = flow.held.value;
    await Promise.all([flow.read('abandon', false), flow.read(newPhrase(), true)]);
    expect(flow.held.value).not.toBe(first);
    await expect(first?.seal(new Uint8Array(65))).rejects.toMatchObject({ code: 'internal' });
  });

  test('error: a wallet that is there already is named, and its accounts are proved', async () => {
    const phrase = newPhrase();
    const first = await runImport(phrase);
    flow.startOver();
    const second = await runImport(phrase);
    expect(second).toMatchObject({
      state: 'stopped',
      stage: 'send',
      existing: { id: first?.imported?.id, listed: { verdict: 'proved' } },
      imported: null,
    });
  });

  test('behavior: a refused import is sent again with the same sealed phrase and another name', async () => {
    await enter();
    await desk.time.run(flow.identify());
    const through = desk.browser.network;
    desk.browser.network = async (url, init) =>
      FINISH.test(url)
        ? new Response('{"code":3,"message":"wallet label must be unique"}', { status: 400 })
        : through(url, init);
    await desk.time.run(flow.start());
    expect(flow.run.value).toMatchObject({ state: 'stopped', entry: { state: 'refused' } });
    desk.browser.network = through;
    flow.form.value.set('walletName', 'Better name');
    flow.form.value.submit();
    const requests = desk.recordRequests();
    await desk.time.run(flow.start());
    expect(flow.run.value).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
    expect(requests.some(({ path }) => BEGIN.test(path))).toBe(false);
    expect(requests.find(({ path }) => FINISH.test(path))?.body).toContain('Better name');
  });

  test('error: a path or format that the curve does not have is said before anything is sent', async () => {
    await enter();
    const form = flow.form.value;
    form.addItem('accounts', {
      ...nextAccount('ADDRESS_FORMAT_SOLANA', []),
      path: "m/44'/501'/0'/0",
    });
    form.addItem('accounts', { ...nextAccount('ADDRESS_FORMAT_SOLANA', []), curve: 'CURVE_P256' });
    const [first, second, third] = flow.derived.value;
    expect([first?.fault, second?.fault]).toEqual([undefined, 'hardened_only']);
    // The form takes a format off that doesn't fit, so there is nothing to derive.
    expect(third).toBeNull();
  });
});

describe('a wrong bundle', () => {
  const bundle = (change: (wrapper: Record<string, string>) => unknown): void =>
    desk.changeAnswers(BEGIN, (answer) => {
      const result = (answer.activity['result'] as Values)['initImportWalletResult'] as Values;
      const changed = change(JSON.parse(String(result['importBundle'])) as Record<string, string>);
      result['importBundle'] = typeof changed === 'string' ? changed : JSON.stringify(changed);
    });
  const withData = (wrapper: Record<string, string>, members: object) => {
    const data = JSON.parse(fromUtf8(fromHex(wrapper['data'] ?? ''))) as object;
    return { ...wrapper, data: toHex(utf8(JSON.stringify({ ...data, ...members }))) };
  };
  const POINT = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

  const changed = [
    ['not_json', (wrapper) => JSON.stringify(wrapper).slice(0, -9)],
    ['retired_form', ({ version: _version, ...rest }) => rest],
    ['malformed', (wrapper) => ({ ...wrapper, version: 'v2.0.0' })],
    ['other_signer', (wrapper) => ({ ...wrapper, enclaveQuorumPublic: POINT })],
    ['bad_signature', (wrapper) => withData(wrapper, { targetPublic: POINT })],
  ] as const satisfies readonly (readonly [string, (wrapper: Record<string, string>) => unknown])[];

  test.each(changed)(
    'error: %s: nothing is sent, and the phrase is kept',
    async (fault, change) => {
      bundle(change);
      const requests: string[] = [];
      const inner = desk.browser.network;
      desk.browser.network = async (url, init) => {
        requests.push(url);
        return inner(url, init);
      };
      const end = await runImport();
      expect(end).toMatchObject({ state: 'disproved', stage: 'check', fault, sealed: null });
      expect(requests.filter((url) => FINISH.test(url))).toEqual([]);
      const entry = await waitForState(desk.browser, end?.entry?.id ?? '', ['mismatch']);
      expect(entry.error).toMatchObject({ code: 'reply_mismatch' });
      // A sound bundle is taken the next time.
      desk.browser.network = desk.serviceFetch;
      await desk.time.run(flow.start());
      expect(flow.run.value).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
    },
  );

  /** Signed by who the profile trusts, but not for this import. */
  const signed = [
    ['bad_data', () => ({ organizationId: 7 })],
    ['other_organization', (data) => ({ ...data, organizationId: crypto.randomUUID() })],
    ['other_user', (data) => ({ ...data, userId: crypto.randomUUID() })],
    ['no_target', ({ targetPublic: _target, ...rest }) => rest],
    ['target_not_a_point', (data) => ({ ...data, targetPublic: `04${'11'.repeat(64)}` })],
  ] as const satisfies readonly (readonly [string, (data: Record<string, string>) => object])[];

  test.each(signed)('error: rightly signed, but %s', async (fault, change) => {
    const signer = await createBundleSigner();
    const { profile } = desk.account;
    const trust = { ...profile.trust, signer: signer.publicKeyHex };
    flow = createPhraseFlow(flowEffects(desk), { ...profile, trust });
    await enter();
    await desk.time.run(flow.identify());
    const { userId = '' } = flow.userCheck.value ?? {};
    const data = { organizationId: profile.organizationId, userId, targetPublic: POINT };
    const text = await signer.sign(change(data));
    bundle(() => text);
    await desk.time.run(flow.start());
    expect(flow.run.value).toMatchObject({ state: 'disproved', fault, sealed: null });
  });

  test('behavior: each fault has been seen', () => {
    const seen = [...changed, ...signed].map(([fault]) => fault);
    expect(new Set(seen)).toEqual(new Set(BUNDLE_FAULTS));
  });
});

describe('a lying answer', () => {
  const lie = (change: (addresses: string[]) => string[]): void =>
    desk.changeAnswers(FINISH, (answer) => {
      const result = (answer.activity['result'] as Values)['importWalletResult'] as Values;
      result['addresses'] = change(result['addresses'] as string[]);
    });
  const cases = [
    ['one address of another key', (all) => [`0x${'12'.repeat(20)}`, ...all.slice(1)]],
    ['one missing', (all) => all.slice(1)],
    ['two swapped', (all) => all.toReversed()],
    ['one too many', (all) => [...all, all[0] ?? '']],
    ['none', () => []],
  ] as const satisfies readonly (readonly [string, (all: string[]) => string[]])[];

  test.each(cases)('error: %s is never called a success, and recorded', async (_, change) => {
    lie(change);
    const end = await runImport(newPhrase(), ['ADDRESS_FORMAT_SOLANA']);
    expect(end).toMatchObject({
      state: 'disproved',
      imported: { verdict: 'mismatch' },
      isRecorded: true,
    });
    await waitForState(desk.browser, end?.entry?.id ?? '', ['mismatch']);
  });
});
