// What each call of Keystamp's own pages needs: makes every call in every state of the vault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ANSWERED_STATES,
  callRows,
  callsDocument,
  LOCK_STATES,
  type LockState,
} from '../../scripts/calls-document.ts';
import type { CallName } from '../../src/messaging/calls.ts';
import { EXPORTS } from '../../src/protocol/operations.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import {
  createEmptySample,
  EXAMPLES,
  createFullSample,
  type Example,
  type SampleData,
} from './every-call.ts';
import { readAllStores } from './stores.ts';

const MINUTE = 60_000;
const SRC = join(import.meta.dirname, '../../src');
let openSample: SampleData | undefined;

afterEach(() => {
  openSample?.browser.close();
  openSample = undefined;
});

/** By then the worker's own work is done. */
const OWN_WORK_MS = 3000;

/** Sample data in a state of the vault. */
async function createSampleIn(state: LockState): Promise<SampleData> {
  const sample = state === 'no vault' ? createEmptySample() : await createFullSample();
  openSample = sample;
  const { client } = sample.browser;
  // Opens the database, as every later read does too.
  await client.call('state', {});
  if (state === 'locked') await client.call('vault_lock', {});
  if (state === 'unlocked') sample.time.shift += MINUTE;
  if (state === 're-authenticated') await client.call('vault_prove', {}, { keks: [sample.kek] });
  await sample.time.pass(OWN_WORK_MS);
  return sample;
}

function exampleOf({ call, name }: { call: string; name: string | null }) {
  const examples = EXAMPLES[call as CallName] as Readonly<Record<string, unknown>>;
  const example = name === null ? examples : examples[name];
  if (!example) throw new Error(`test/worker/every-call.ts has no example of ${call} ${name}`);
  return example as Example<CallName>;
}

/** Makes the call; returns its code when refused, null otherwise. */
async function callAndGetCode(sample: SampleData, row: { call: string; name: string | null }) {
  const { input, secret } = exampleOf(row);
  try {
    const call = sample.browser.client.call as (...args: unknown[]) => Promise<unknown>;
    await call(row.call, input(sample), secret?.(sample));
    return null;
  } catch (error) {
    if (error instanceof KeystampError) return error.code;
    throw error;
  }
}

/** The code when the vault's state lets nothing through. */
const REFUSAL_CODES: Readonly<Record<LockState, string>> = {
  'no vault': 'vault_missing',
  locked: 'vault_locked',
  unlocked: 'reauthentication_needed',
  're-authenticated': '',
};
/** Calls that report a missing vault by themselves. */
const CALLS_THAT_NEED_VAULT = /^vault_(challenge|unlock|password|passkey_(enrol|unlock|remove))$/;

const rows = callRows();
const namedRows = rows.map(
  (row) => [`${row.call}${row.name ? ` (${row.name})` : ''}`, row] as const,
);

describe.each(LOCK_STATES)('every call, %s', (state) => {
  const refused = namedRows.filter(([, { need }]) => !ANSWERED_STATES[need].includes(state));
  const answered = namedRows.filter(([, { need }]) => ANSWERED_STATES[need].includes(state));

  test('error: what the table refuses is refused by its code and changes nothing', async () => {
    const sample = await createSampleIn(state);
    const before = await readAllStores(sample.browser);
    for (const [name, row] of refused) {
      expect([name, await callAndGetCode(sample, row)]).toEqual([name, REFUSAL_CODES[state]]);
      await sample.time.pass(OWN_WORK_MS);
      expect([name, await readAllStores(sample.browser)]).toEqual([name, before]);
    }
  });

  test.each(answered)('behavior: %s is answered', async (_, row) => {
    const sample = await createSampleIn(state);
    const code = await callAndGetCode(sample, row);
    expect(code).not.toBe('internal');
    if (state === 'no vault' && CALLS_THAT_NEED_VAULT.test(row.call))
      expect(code).toBe('vault_missing');
    else expect(String(code)).not.toMatch(/^(vault_locked|vault_missing|reauthentication_needed)$/);
  });
});

describe('the table', () => {
  test('behavior: what is answered while locked is this, and nothing else', () => {
    const always = namedRows.filter(([, { need }]) => need === 'always').map(([name]) => name);
    expect(always).toEqual([
      'state',
      'vault_challenge',
      'vault_create',
      'vault_unlock',
      'vault_lock',
      'vault_password',
      'vault_passkey_enrol',
      'vault_passkey_unlock',
      'vault_passkey_remove',
      'vault_passkey_show',
      'vault_wipe',
      'requests_list',
      'requests_decide (refuse)',
      'requests_refuse_site',
      'requests_show',
    ]);
  });

  test('behavior: what takes the password or a passkey again is this', () => {
    const fresh = namedRows.filter(([, { need }]) => need === 'fresh').map(([name]) => name);
    expect(fresh).toEqual([
      'vault_show_again',
      'vault_accept',
      'settings_save (longer)',
      'keys_remove',
      'rotations_begin',
      'profiles_save (shared)',
      'profiles_save (guard)',
      'profiles_remove',
      'activities_submit (export)',
      'requests_begin (export)',
      'sites_block (unblock)',
      'history_retain',
      'history_delete',
      'backup_start (keys)',
      'backup_restore',
    ]);
  });

  test('behavior: docs/calls.md matches the code', () => {
    const file = join(import.meta.dirname, '../../docs/calls.md');
    expect(readFileSync(file, 'utf8')).toBe(callsDocument());
  });

  test('behavior: every case has an example, and no example is left over', () => {
    for (const [call, found] of Object.entries(EXAMPLES)) {
      const cases = rows.filter((row) => row.call === call).map(({ name }) => name);
      expect([call, 'input' in found ? [null] : Object.keys(found)]).toEqual([call, cases]);
    }
  });
});

describe('while locked', () => {
  test('behavior: no answer names anything of the organization', async () => {
    const sample = await createSampleIn('locked');
    const { client } = sample.browser;
    const { operationRequest } = sample;
    const refuse = { kind: 'refuse' } as const;
    const answers = JSON.stringify([
      await client.call('state', {}),
      await client.call('requests_list', {}),
      await client.call('vault_touch', {}).catch((error: unknown) => String(error)),
      await client.call('requests_decide', { id: operationRequest.id, decision: refuse }),
      sample.browser.session.get('snapshot'),
    ]);
    const { id, organizationId, name } = sample.profile;
    for (const word of [id, organizationId, name, 'update_wallet', 'Second']) {
      expect(answers).not.toContain(word);
    }
    expect(answers).toContain('https://other.example');
    await client.call('vault_unlock', {}, { keks: [sample.kek] });
    expect((await client.call('state', {})).profiles).toHaveLength(1);
    const waiting = (await client.call('requests_list', {})).items;
    expect(waiting.map(({ requested }) => requested)).toContainEqual(
      expect.objectContaining({
        kind: 'connect',
        operations: expect.arrayContaining(['update_wallet']),
      }),
    );
  });

  test('error: an answer that a lock overtakes isn’t sent', async () => {
    const sample = await createSampleIn('unlocked');
    const { client } = sample.browser;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    sample.browser.network = async () => {
      await released;
      return Response.json({ wallets: [] });
    };
    const waiting = client.call('query', {
      profileId: sample.profile.id,
      operation: 'list_wallets',
      parameters: {},
    });
    const refusal = expect(waiting).rejects.toMatchObject({ code: 'vault_locked' });
    await sample.time.pass(OWN_WORK_MS);
    await client.call('vault_lock', {});
    release();
    await refusal;
  });
});

describe('a fresh proof', () => {
  const saveChangedProfile = ({ browser, profile }: SampleData) =>
    browser.client.call('profiles_save', { ...profile, organizationId: crypto.randomUUID() }).then(
      () => 'saved',
      (error: unknown) => (error instanceof KeystampError ? error.code : String(error)),
    );
  const PROOF_NEEDED = 'reauthentication_needed';

  test('behavior: the password and a passkey give it, for a minute and no longer', async () => {
    const sample = await createSampleIn('unlocked');
    const { browser, kek, passkey, time } = sample;
    expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
    const proofs = [
      () => browser.client.call('vault_prove', {}, { keks: [kek] }),
      () => browser.client.call('vault_passkey_prove', { id: passkey.id }, { kek: passkey.kek }),
      () => browser.client.call('vault_unlock', {}, { keks: [kek] }),
    ];
    for (const prove of proofs) {
      await prove();
      time.shift += MINUTE - 1;
      expect(await saveChangedProfile(sample)).toBe('saved');
      time.shift += 1;
      expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
    }
  });

  test('error: using the vault doesn’t extend it', async () => {
    const sample = await createSampleIn('re-authenticated');
    for (let times = 0; times < 6; times += 1) {
      sample.time.shift += 10_000;
      await sample.browser.client.call('vault_touch', {});
      await sample.browser.client.call('settings_save', DEFAULT_SETTINGS);
    }
    expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
  });

  test('error: another key gives none, counts, and waits like an unlock', async () => {
    const sample = await createSampleIn('unlocked');
    const { browser, passkey, kek } = sample;
    const wrong = { keks: [passkey.kek] };
    const tries = [];
    for (let times = 0; times < 4; times += 1) {
      tries.push(
        await browser.client
          .call('vault_prove', {}, wrong)
          .catch(({ code }: KeystampError) => code),
      );
      expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
    }
    expect(tries).toEqual(['wrong_password', 'wrong_password', 'wrong_password', 'backoff']);
    const right = browser.client.call('vault_prove', {}, { keks: [kek] });
    await expect(right).rejects.toMatchObject({ code: 'backoff' });
    const foreignKey = browser.client.call('vault_passkey_prove', { id: passkey.id }, { kek });
    await expect(foreignKey).rejects.toMatchObject({ code: 'passkey_mismatch' });
    const none = { id: crypto.randomUUID() };
    const unknownPasskey = browser.client.call('vault_passkey_prove', none, { kek: passkey.kek });
    await expect(unknownPasskey).rejects.toMatchObject({ code: 'passkey_removed' });
    expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
  });

  test('behavior: it outlives the worker, but not the browser or a lock', async () => {
    const sample = await createSampleIn('re-authenticated');
    const { browser, kek } = sample;
    browser.kill();
    expect(await saveChangedProfile(sample)).toBe('saved');
    await browser.client.call('vault_lock', {});
    expect(await saveChangedProfile(sample)).toBe('vault_locked');
    browser.kill();
    browser.session.clear();
    expect(await saveChangedProfile(sample)).toBe('vault_locked');
    await browser.client.call('vault_unlock', {}, { keks: [kek] });
    sample.time.shift += MINUTE;
    expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
  });

  test('error: a clock that is set back gives none, and no second minute', async () => {
    const sample = await createSampleIn('re-authenticated');
    const back = OWN_WORK_MS + 1;
    sample.time.shift -= back;
    expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
    sample.time.shift += back;
    expect(await saveChangedProfile(sample)).toBe('saved');
    sample.time.shift += 50_000;
    await sample.browser.client.call('vault_touch', {});
    // Back into the minute of the proof, while the vault was used later than that.
    sample.time.shift -= 30_000;
    expect(await saveChangedProfile(sample)).toBe(PROOF_NEEDED);
    sample.time.shift += 30_000;
    expect(await saveChangedProfile(sample)).toBe('saved');
  });

  test('error: a message can’t claim it', async () => {
    const sample = await createSampleIn('unlocked');
    const { browser, profile, time } = sample;
    const input = { ...profile, authorization: { usual: 'key', passkeyOnly: [] } };
    const message = { mark: 'keystamp/1', call: 'profiles_save', input, sealed: null };
    const before = await readAllStores(browser);
    const claims = [
      { ...message, provenAt: time.now(), fresh: true },
      { ...message, input: { ...input, provenAt: time.now() } },
      { ...message, access: 'always' },
      { ...message, need: 'unlocked', input: { ...input, fresh: true } },
      message,
    ];
    for (const claim of claims) {
      const reply = await browser.sendRaw(claim);
      expect(reply).toMatchObject({
        ok: false,
        error: { code: expect.stringMatching(/invalid_input|reauthentication_needed/) },
      });
    }
    expect(await readAllStores(browser)).toBe(before);
  });

  test('error: each member that guards what a profile stamps needs it, alone', async () => {
    const sample = await createSampleIn('unlocked');
    const { profile, spareKeyId, browser } = sample;
    const other = '04'.padEnd(130, 'c');
    const guarded = [
      { service: 'custom' },
      { baseUrl: 'http://127.0.0.1:9999' },
      { organizationId: crypto.randomUUID() },
      { keyId: spareKeyId },
      { passkeys: null },
      { passkeys: { rpId: null, credentials: [] } },
      { passkeys: { rpId: 'localhost', credentials: profile.passkeys?.credentials ?? [] } },
      { authorization: { usual: 'passkey', passkeyOnly: ['init_otp'] } },
      { authorization: { usual: 'key', passkeyOnly: ['init_otp', 'update_wallet'] } },
      { otpGeneration: 'legacy' },
      { passkeyHeader: 'X-Stamp-Webauthn' },
      { trust: { ...profile.trust, signer: other } },
      { trust: { ...profile.trust, otp: other } },
    ] as const;
    const before = await readAllStores(browser);
    for (const members of guarded) {
      const saved = browser.client.call('profiles_save', {
        ...profile,
        ...members,
      } as typeof profile);
      await expect(saved, JSON.stringify(members)).rejects.toMatchObject({ code: PROOF_NEEDED });
    }
    expect(await readAllStores(browser)).toBe(before);
    const names = { name: 'Other', colour: 'grey', order: 7 } as const;
    expect(await browser.client.call('profiles_save', { ...profile, ...names })).toMatchObject(
      names,
    );
  });
});

describe('pages without the dialog', () => {
  test('behavior: forms, records and reviews make no call that may need a fresh proof', () => {
    // Submits need one for exports only, which no form asks for: the tab has the dialog.
    expect(Object.values(EXPORTS).filter(({ formless }) => !formless)).toEqual([]);
    const guarded = rows
      .filter(({ need, name }) => need === 'fresh' && name !== 'export')
      .map(({ call }) => call);
    const shared = ['activities', 'records', 'review', 'forms', 'components'];
    const files = shared.flatMap((folder) =>
      readdirSync(join(SRC, 'ui', folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const found = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return guarded.some((name) => text.includes(`'${name}'`));
    });
    expect(files.length).toBeGreaterThan(120);
    expect(found).toEqual([]);
  });
});
