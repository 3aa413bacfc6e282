// Exports as the page carries them out: its own flow over the real worker and service.
import { generateP256KeyPair, decryptExportBundle } from '@turnkey/crypto';
import { generateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { toHex, utf8 } from '../../../../src/crypto/bytes.ts';
import { sealToTarget } from '../../../../src/crypto/hpke.ts';
import { fromHex } from '../../../../src/crypto/bytes.ts';
import { addressFormatsOf } from '../../../../src/protocol/curve-formats.ts';
import type { Curve } from '../../../../src/protocol/enums.ts';
import type { Profile } from '../../../../src/protocol/profile.ts';
import {
  createExportFlow,
  type ExportFlow,
} from '../../../../src/ui/procedures/export/export-flow.ts';
import { createPhraseFlow } from '../../../../src/ui/procedures/import/phrase-flow.ts';
import type { ExportPlace } from '../../../../src/ui/page/routes.ts';
import { waitForState } from '../../../worker/fake-browser.ts';
import { useWorkerFixture, type Values } from '../../../worker/worker-fixture.ts';
import { createBundleSigner } from '../bundle-signer.ts';
import { flowEffects } from '../flow-effects.ts';

const desk = useWorkerFixture();
let flow: ExportFlow | undefined;
afterEach(() => flow?.leave());

const EXPORT = /submit\/export_wallet$/;
type Account = { curve: string; path: string; pathFormat: string; addressFormat: string };

/** One account in every format of every curve, each with a path of its own. */
const EVERY_FORMAT: readonly Account[] = (
  ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const satisfies readonly Curve[]
).flatMap((curve, tree) =>
  addressFormatsOf(curve).map((addressFormat, at) => ({
    curve,
    path: `m/44'/${tree}'/${at}'`,
    pathFormat: 'PATH_FORMAT_BIP32',
    addressFormat,
  })),
);

async function submitted(operation: string, parameters: Values): Promise<Values> {
  const { id } = await desk.submit(operation, parameters);
  const entry = await waitForState(desk.browser, id, ['completed', 'failed', 'refused']);
  expect(entry.state, JSON.stringify(entry.error)).toBe('completed');
  return entry.result as Values;
}

/** Accounts are derived in this thread: few at a time, so that nothing waits for long. */
const AT_ONCE = 5;

async function createWallet(accounts: readonly Account[] = EVERY_FORMAT.slice(0, 1)) {
  const walletName = `W ${crypto.randomUUID().slice(0, 20)}`;
  const { walletId } = await submitted('create_wallet', { walletName, accounts: [] });
  for (let at = 0; at < accounts.length; at += AT_ONCE) {
    const some = accounts.slice(at, at + AT_ONCE);
    await submitted('create_wallet_accounts', { walletId, accounts: some });
    // The service lists them by their time.
    await desk.time.pass(1);
  }
  return { walletId: String(walletId), walletName };
}

/** The password again, which counts for a minute. */
const prove = () => desk.browser.client.call('vault_prove', {}, { keks: [desk.account.kek] });

/** From the review to the end of the run, after the password again. */
async function runExport(place: ExportPlace, change: Partial<Profile> = {}, language = '') {
  flow = createExportFlow(flowEffects(desk), { ...desk.account.profile, ...change }, place);
  await flow.load();
  expect(flow.readError.value).toBeNull();
  flow.language.value = language;
  await prove();
  await desk.time.run(flow.start());
  return flow;
}

const wordsOf = ({ secret }: ExportFlow): string => {
  const held = secret.value;
  return held?.kind === 'phrase' ? held.words().join(' ') : '';
};

describe('a wallet', () => {
  test('behavior: is exported, deleted and imported again with the same addresses in every format', async () => {
    const { walletId } = await createWallet(EVERY_FORMAT);
    const exported = await runExport({ kind: 'wallet', id: walletId });
    expect(exported.step.value).toBe('show');
    const secret = exported.secret.value;
    expect(secret?.proof.verdict).toBe('proved');
    expect(secret?.proof.lines).toHaveLength(EVERY_FORMAT.length);
    const before = secret?.proof.lines.map(({ address }) => address);
    const phrase = wordsOf(exported);
    await submitted('delete_wallets', { walletIds: [walletId] });

    const importing = createPhraseFlow(flowEffects(desk), desk.account.profile);
    await importing.read(phrase, true);
    const form = importing.form.value;
    form.set('walletName', 'Back again');
    form.set('accounts', EVERY_FORMAT);
    expect(form.submit()).toBeDefined();
    await desk.time.run(importing.identify());
    await desk.time.run(importing.start());
    const { imported } = importing.run.value ?? {};
    expect(imported?.verdict).toBe('proved');
    expect(imported?.lines.map(({ address }) => address)).toEqual(before);
    importing.leave();
  }, 60_000);

  test('behavior: the vendor’s client opens the same export of its own key to the same words', async () => {
    const { walletId } = await createWallet();
    const ours = wordsOf(await runExport({ kind: 'wallet', id: walletId }));
    const keys = generateP256KeyPair();
    await prove();
    const result = await submitted('export_wallet', {
      walletId,
      targetPublicKey: keys.publicKeyUncompressed,
    });
    const theirs = await decryptExportBundle({
      exportBundle: String(result['exportBundle']),
      embeddedKey: keys.privateKey,
      organizationId: desk.account.profile.organizationId,
      returnMnemonic: true,
      dangerouslyOverrideSignerPublicKey: desk.account.profile.trust.signer,
    });
    expect(theirs).toBe(ours);
  });

  test('behavior: in its own language; in another one its words make other addresses', async () => {
    const importing = createPhraseFlow(flowEffects(desk), desk.account.profile);
    const phrase = generateMnemonic(spanish, 128);
    await importing.read(phrase, true);
    importing.form.value.set('walletName', 'En casa');
    importing.form.value.submit();
    await desk.time.run(importing.identify());
    await desk.time.run(importing.start());
    const id = importing.run.value?.imported?.id ?? '';
    expect(wordsOf(await runExport({ kind: 'wallet', id }))).toBe(phrase.normalize('NFC'));
    const english = 'MNEMONIC_LANGUAGE_ENGLISH';
    const { run } = await runExport({ kind: 'wallet', id }, {}, english);
    expect(run.value).toMatchObject({ state: 'disproved', fault: 'other_phrase' });
    importing.leave();
  });

  test('behavior: without accounts nothing is proved, and it says so', async () => {
    const { walletId } = await createWallet([]);
    const { secret } = await runExport({ kind: 'wallet', id: walletId });
    expect(secret.value?.proof).toEqual({ verdict: 'cannot_check', lines: [] });
  });

  test('behavior: its bytes are zeros once it is left, and the key opens nothing again', async () => {
    const { walletId } = await createWallet();
    const exported = await runExport({ kind: 'wallet', id: walletId });
    const secret = exported.secret.value;
    const target = exported.target.value;
    exported.leave();
    expect(secret?.kind === 'phrase' && secret.words().join('').replaceAll('\0', '')).toBe('');
    await expect(target?.open('{}', desk.account.profile)).rejects.toMatchObject({
      code: 'internal',
    });
  });

  test('behavior: again from the beginning, there is nothing to confirm until its key is there', async () => {
    const { walletId } = await createWallet();
    const { subject, target, again, start, step } = await runExport({
      kind: 'wallet',
      id: walletId,
    });
    again();
    expect(subject.value).toBeNull();
    await desk.time.until(() => subject.value ?? undefined);
    expect(target.value).not.toBeNull();
    await desk.time.run(start());
    expect(step.value).toBe('show');
  });

  test('behavior: each export has a key of its own', async () => {
    const { walletId } = await createWallet();
    const requests = desk.recordRequests();
    await runExport({ kind: 'wallet', id: walletId });
    await runExport({ kind: 'wallet', id: walletId });
    const keys = requests
      .filter(({ path }) => EXPORT.test(path))
      .map(({ body }) => /04[0-9a-f]{128}/.exec(body)?.[0]);
    expect(new Set(keys).size).toBe(2);
  });

  test('behavior: whoever leaves before the answer sees nothing, and nothing is held', async () => {
    const { walletId } = await createWallet();
    flow = createExportFlow(flowEffects(desk), desk.account.profile, {
      kind: 'wallet',
      id: walletId,
    });
    await flow.load();
    await prove();
    const running = flow.start();
    flow.leave();
    await desk.time.run(running);
    expect(flow.secret.value).toBeNull();
  });

  test('error: without the password again nothing is sent', async () => {
    const { walletId } = await createWallet();
    desk.time.shift += 120_000;
    flow = createExportFlow(flowEffects(desk), desk.account.profile, {
      kind: 'wallet',
      id: walletId,
    });
    await flow.load();
    const requests = desk.recordRequests();
    await desk.time.run(flow.start());
    expect(flow.run.value).toMatchObject({
      state: 'stopped',
      error: { code: 'reauthentication_needed' },
    });
    expect(requests.filter(({ path }) => EXPORT.test(path))).toEqual([]);
  });
});

describe('one key', () => {
  test('behavior: of each account, proved by its address and public key', async () => {
    const { walletId } = await createWallet(EVERY_FORMAT.filter((_, at) => at % 6 === 0));
    const { accounts } = (await desk.browser.client.call('query', {
      profileId: desk.account.profile.id,
      operation: 'list_wallet_accounts',
      parameters: { walletId, paginationOptions: { limit: '100' } },
    })) as { accounts: { walletAccountId: string }[] };
    for (const { walletAccountId } of accounts) {
      const place = { kind: 'walletAccount', id: walletAccountId, within: walletId } as const;
      const { secret } = await runExport(place);
      expect(secret.value).toMatchObject({ kind: 'key', proof: { verdict: 'proved' } });
    }
  }, 60_000);
});

describe('a wrong answer', () => {
  type Wrapper = Record<string, string>;
  const answer = (change: (result: Values) => void): void =>
    desk.changeAnswers(EXPORT, ({ activity }) => {
      change((activity['result'] as Values)['exportWalletResult'] as Values);
    });
  const bundle = (change: (wrapper: Wrapper) => unknown): void =>
    answer((result) => {
      const changed = change(JSON.parse(String(result['exportBundle'])) as Wrapper);
      result['exportBundle'] = typeof changed === 'string' ? changed : JSON.stringify(changed);
    });
  let walletId: string;
  let fill: MockInstance<Uint8Array['fill']>;
  beforeEach(async () => {
    ({ walletId } = await createWallet());
    fill = vi.spyOn(Uint8Array.prototype, 'fill');
  });
  afterEach(() => fill.mockRestore());

  const changed = [
    ['not_json', (wrapper) => JSON.stringify(wrapper).slice(1)],
    ['retired_form', ({ version: _version, ...rest }) => rest],
    ['malformed', (wrapper) => ({ ...wrapper, more: '00' })],
    ['other_signer', (wrapper) => ({ ...wrapper, enclaveQuorumPublic: `04${'22'.repeat(64)}` })],
    [
      'bad_signature',
      (wrapper) => ({ ...wrapper, data: toHex(utf8('{"organizationId":"other"}')) }),
    ],
  ] as const satisfies readonly (readonly [string, (wrapper: Wrapper) => unknown])[];

  test.each(changed)(
    'error: %s is refused and recorded, and nothing is shown',
    async (fault, change) => {
      bundle(change);
      const { run, secret } = await runExport({ kind: 'wallet', id: walletId });
      expect(run.value).toMatchObject({ state: 'disproved', fault, isRecorded: true });
      expect(secret.value).toBeNull();
      await waitForState(desk.browser, run.value?.entry?.id ?? '', ['mismatch']);
    },
  );

  test('error: an answer about another wallet is not even opened', async () => {
    answer((result) => (result['walletId'] = crypto.randomUUID()));
    const { run } = await runExport({ kind: 'wallet', id: walletId });
    expect(run.value).toMatchObject({
      state: 'disproved',
      stage: 'check',
      fault: 'other_record',
    });
  });

  /** What a signer that the profile trusts signs for the key in the request. */
  async function signedAnswer(
    plaintext: string,
    change: (data: Values) => object = (data) => data,
  ) {
    const signer = await createBundleSigner();
    const { trust, organizationId } = desk.account.profile;
    const through = desk.browser.network;
    desk.browser.network = async (url, init) => {
      const response = await through(url, init);
      if (!EXPORT.test(url)) return response;
      const sent = typeof init.body === 'string' ? init.body : '';
      const target = fromHex(/04[0-9a-f]{128}/.exec(sent)?.[0] ?? '');
      const sealed = await sealToTarget(target, utf8(plaintext));
      const data = {
        encappedPublic: toHex(sealed.encappedPublic),
        ciphertext: toHex(sealed.ciphertext),
        organizationId,
      };
      const text = await signer.sign(change(data));
      const body = JSON.parse(await response.text()) as { activity: Values };
      const result = (body.activity['result'] as Values)['exportWalletResult'] as Values;
      result['exportBundle'] = text;
      return new Response(JSON.stringify(body), { status: response.status });
    };
    return { trust: { ...trust, signer: signer.publicKeyHex } };
  }

  test('error: rightly signed for another organization', async () => {
    const change = await signedAnswer('x', (data) => ({ ...data, organizationId: 'other' }));
    const { run } = await runExport({ kind: 'wallet', id: walletId }, change);
    expect(run.value).toMatchObject({ fault: 'other_organization' });
  });

  test('error: rightly signed, but without what an export has', async () => {
    const change = await signedAnswer('x', ({ ciphertext: _ciphertext, ...rest }) => rest);
    const { run } = await runExport({ kind: 'wallet', id: walletId }, change);
    expect(run.value).toMatchObject({ fault: 'bad_data' });
  });

  test('error: rightly signed, but encrypted to another key', async () => {
    const change = await signedAnswer('x', (data) => ({ ...data, ciphertext: '00'.repeat(40) }));
    const { run } = await runExport({ kind: 'wallet', id: walletId }, change);
    expect(run.value).toMatchObject({ fault: 'not_ours' });
  });

  test('error: what was encrypted is no phrase', async () => {
    const change = await signedAnswer('nothing of the kind');
    const { run } = await runExport({ kind: 'wallet', id: walletId }, change);
    expect(run.value).toMatchObject({ fault: 'not_a_phrase' });
  });

  test('error: a valid phrase of another wallet is refused, and wiped', async () => {
    const change = await signedAnswer(generateMnemonic(english, 128));
    const { run, secret } = await runExport({ kind: 'wallet', id: walletId }, change);
    expect(run.value).toMatchObject({ stage: 'prove', fault: 'other_phrase' });
    expect(secret.value).toBeNull();
    expect(fill).toHaveBeenCalledWith(0);
  });
});
