// What each call of Keystamp's own pages needs: every one is made in every state of the vault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ANSWERED,
  callRows,
  callsDocument,
  LOCK_STATES,
  type LockState,
} from '../../scripts/calls.ts';
import type { CallName } from '../../src/messaging/calls.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/state.ts';
import { emptyWorld, EXAMPLES, fullWorld, rest, type Example, type World } from './every-call.ts';
import { allStores } from './stores.ts';

const MINUTE = 60_000;
const SRC = join(import.meta.dirname, '../../src');
let open: World | undefined;

afterEach(() => {
  open?.rig.close();
  open = undefined;
});

/** A world in a state of the vault. */
async function worldIn(state: LockState): Promise<World> {
  const world = state === 'no vault' ? emptyWorld() : await fullWorld();
  open = world;
  const { client } = world.rig;
  // Opens the database, which every later look does too.
  await client.call('state', {});
  if (state === 'locked') await client.call('vault_lock', {});
  if (state === 'unlocked') world.time.shift += MINUTE;
  if (state === 're-authenticated') await client.call('vault_prove', {}, { keks: [world.kek] });
  await rest();
  return world;
}

function exampleOf({ call, name }: { call: string; name: string | null }) {
  const found = EXAMPLES[call as CallName] as Readonly<Record<string, unknown>>;
  const one = name === null ? found : found[name];
  if (!one) throw new Error(`test/messaging/every-call.ts has no example of ${call} ${name}`);
  return one as Example<CallName>;
}

/** Makes the call; its code when it was refused, null otherwise. */
async function made(world: World, row: { call: string; name: string | null }) {
  const { input, secret } = exampleOf(row);
  try {
    const call = world.rig.client.call as (...args: unknown[]) => Promise<unknown>;
    await call(row.call, input(world), secret?.(world));
    return null;
  } catch (error) {
    if (error instanceof KeystampError) return error.code;
    throw error;
  }
}

/** What the gate says where it lets nothing through. */
const GATE: Readonly<Record<LockState, string>> = {
  'no vault': 'vault_missing',
  locked: 'vault_locked',
  unlocked: 'reauthentication_needed',
  're-authenticated': '',
};
/** Calls that say by themselves that there is no vault. */
const NEED_ONE = /^vault_(challenge|unlock|password|passkey_(enrol|unlock|remove))$/;

const rows = callRows();
const named = rows.map((row) => [`${row.call}${row.name ? ` (${row.name})` : ''}`, row] as const);

describe.each(LOCK_STATES)('every call, %s', (state) => {
  const refused = named.filter(([, { need }]) => !ANSWERED[need].includes(state));
  const answered = named.filter(([, { need }]) => ANSWERED[need].includes(state));

  test('error: what the table refuses is refused by its code and changes nothing', async () => {
    const world = await worldIn(state);
    const before = await allStores(world.rig);
    for (const [name, row] of refused) {
      expect([name, await made(world, row)]).toEqual([name, GATE[state]]);
      await rest();
      expect([name, await allStores(world.rig)]).toEqual([name, before]);
    }
  });

  test.each(answered)('behavior: %s is answered', async (_, row) => {
    const world = await worldIn(state);
    const code = await made(world, row);
    expect(code).not.toBe('internal');
    if (state === 'no vault' && NEED_ONE.test(row.call)) expect(code).toBe('vault_missing');
    else expect(String(code)).not.toMatch(/^(vault_locked|vault_missing|reauthentication_needed)$/);
  });
});

describe('the table', () => {
  test('behavior: what is answered while locked is this, and nothing else', () => {
    const always = named.filter(([, { need }]) => need === 'always').map(([name]) => name);
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
      'approvals_list',
      'approvals_decide (refuse)',
      'approvals_refuse_site',
      'approvals_show',
    ]);
  });

  test('behavior: what takes the password or a passkey again is this', () => {
    const fresh = named.filter(([, { need }]) => need === 'fresh').map(([name]) => name);
    expect(fresh).toEqual([
      'vault_accept',
      'settings_save (longer)',
      'keys_remove',
      'profiles_save (shared)',
      'profiles_save (guard)',
      'profiles_remove',
      'sites_block (unblock)',
    ]);
  });

  test('behavior: docs/calls.md is the one that the code gives', () => {
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
    const world = await worldIn('locked');
    const { client } = world.rig;
    const { wanted } = world;
    const refuse = { kind: 'refuse' } as const;
    const told = JSON.stringify([
      await client.call('state', {}),
      await client.call('approvals_list', {}),
      await client.call('vault_touch', {}).catch((error: unknown) => String(error)),
      await client.call('approvals_decide', { id: wanted.id, decision: refuse }),
      world.rig.session.get('snapshot'),
    ]);
    const { id, organizationId, name } = world.profile;
    for (const word of [id, organizationId, name, 'update_wallet', 'Second']) {
      expect(told).not.toContain(word);
    }
    expect(told).toContain('https://other.example');
    await client.call('vault_unlock', {}, { keks: [world.kek] });
    expect((await client.call('state', {})).profiles).toHaveLength(1);
    const [left] = (await client.call('approvals_list', {})).items;
    expect(left?.wish).toMatchObject({
      kind: 'connect',
      operations: expect.arrayContaining(['update_wallet']),
    });
  });

  test('error: an answer that a lock overtakes does not leave', async () => {
    const world = await worldIn('unlocked');
    const { client } = world.rig;
    const { revision } = await client.call('activities_get', { id: world.entry });
    const waiting = client.call('activities_wait', { id: world.entry, revision });
    const listing = expect(waiting).rejects.toMatchObject({ code: 'vault_locked' });
    await rest();
    await client.call('vault_lock', {});
    await listing;
  });
});

describe('a fresh proof', () => {
  const change = ({ rig, profile }: World) =>
    rig.client.call('profiles_save', { ...profile, organizationId: crypto.randomUUID() }).then(
      () => 'saved',
      (error: unknown) => (error instanceof KeystampError ? error.code : String(error)),
    );
  const NEEDED = 'reauthentication_needed';

  test('behavior: the password and a passkey give it, for a minute and no longer', async () => {
    const world = await worldIn('unlocked');
    const { rig, kek, passkey, time } = world;
    expect(await change(world)).toBe(NEEDED);
    const proofs = [
      () => rig.client.call('vault_prove', {}, { keks: [kek] }),
      () => rig.client.call('vault_passkey_prove', { id: passkey.id }, { kek: passkey.kek }),
      () => rig.client.call('vault_unlock', {}, { keks: [kek] }),
    ];
    for (const prove of proofs) {
      await prove();
      time.shift += MINUTE - 1;
      expect(await change(world)).toBe('saved');
      time.shift += 1;
      expect(await change(world)).toBe(NEEDED);
    }
  });

  test('error: use of the vault does not prolong it', async () => {
    const world = await worldIn('re-authenticated');
    for (let times = 0; times < 6; times += 1) {
      world.time.shift += 10_000;
      await world.rig.client.call('vault_touch', {});
      await world.rig.client.call('settings_save', DEFAULT_SETTINGS);
    }
    expect(await change(world)).toBe(NEEDED);
  });

  test('error: another key gives none, is counted, and meets the same wait as an unlock', async () => {
    const world = await worldIn('unlocked');
    const { rig, passkey, kek } = world;
    const wrong = { keks: [passkey.kek] };
    const tries = [];
    for (let times = 0; times < 4; times += 1) {
      tries.push(
        await rig.client.call('vault_prove', {}, wrong).catch(({ code }: KeystampError) => code),
      );
      expect(await change(world)).toBe(NEEDED);
    }
    expect(tries).toEqual(['wrong_password', 'wrong_password', 'wrong_password', 'backoff']);
    const right = rig.client.call('vault_prove', {}, { keks: [kek] });
    await expect(right).rejects.toMatchObject({ code: 'backoff' });
    const stranger = rig.client.call('vault_passkey_prove', { id: passkey.id }, { kek });
    await expect(stranger).rejects.toMatchObject({ code: 'passkey_mismatch' });
    const none = { id: crypto.randomUUID() };
    const gone = rig.client.call('vault_passkey_prove', none, { kek: passkey.kek });
    await expect(gone).rejects.toMatchObject({ code: 'passkey_removed' });
    expect(await change(world)).toBe(NEEDED);
  });

  test('behavior: it outlives the worker, and neither the browser nor a lock', async () => {
    const world = await worldIn('re-authenticated');
    const { rig, kek } = world;
    rig.kill();
    expect(await change(world)).toBe('saved');
    await rig.client.call('vault_lock', {});
    expect(await change(world)).toBe('vault_locked');
    rig.kill();
    rig.session.clear();
    expect(await change(world)).toBe('vault_locked');
    await rig.client.call('vault_unlock', {}, { keks: [kek] });
    world.time.shift += MINUTE;
    expect(await change(world)).toBe(NEEDED);
  });

  test('error: a clock that is set back gives none, and no second minute', async () => {
    const world = await worldIn('re-authenticated');
    world.time.shift -= 1000;
    expect(await change(world)).toBe(NEEDED);
    world.time.shift += 1000;
    expect(await change(world)).toBe('saved');
    world.time.shift += 50_000;
    await world.rig.client.call('vault_touch', {});
    // Back into the minute of the proof: the vault was used later than that.
    world.time.shift -= 30_000;
    expect(await change(world)).toBe(NEEDED);
    world.time.shift += 30_000;
    expect(await change(world)).toBe('saved');
  });

  test('error: a message cannot claim it', async () => {
    const world = await worldIn('unlocked');
    const { rig, profile, time } = world;
    const input = { ...profile, authorization: { usual: 'key', passkeyOnly: [] } };
    const message = { mark: 'keystamp/1', call: 'profiles_save', input, sealed: null };
    const before = await allStores(rig);
    const claims = [
      { ...message, provenAt: time.now(), fresh: true },
      { ...message, input: { ...input, provenAt: time.now() } },
      { ...message, access: 'always' },
      { ...message, need: 'unlocked', input: { ...input, fresh: true } },
      message,
    ];
    for (const claim of claims) {
      const reply = await rig.raw(claim);
      expect(reply).toMatchObject({
        ok: false,
        error: { code: expect.stringMatching(/invalid_input|reauthentication_needed/) },
      });
    }
    expect(await allStores(rig)).toBe(before);
  });

  test('error: each member that guards what a profile stamps needs it, alone', async () => {
    const world = await worldIn('unlocked');
    const { profile, spare, rig } = world;
    const other = '04'.padEnd(130, 'c');
    const guarded = [
      { service: 'custom' },
      { baseUrl: 'http://127.0.0.1:9999' },
      { organizationId: crypto.randomUUID() },
      { keyId: spare },
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
    const before = await allStores(rig);
    for (const members of guarded) {
      const saved = rig.client.call('profiles_save', { ...profile, ...members } as typeof profile);
      await expect(saved, JSON.stringify(members)).rejects.toMatchObject({ code: NEEDED });
    }
    expect(await allStores(rig)).toBe(before);
    const names = { name: 'Other', colour: 'grey', order: 7 } as const;
    expect(await rig.client.call('profiles_save', { ...profile, ...names })).toMatchObject(names);
  });
});

describe('pages without the dialog', () => {
  test('behavior: the popup and the windows make no call that may want a fresh proof', () => {
    const guarded = rows.filter(({ need }) => need === 'fresh').map(({ call }) => call);
    const files = ['popup', 'confirm', 'passkey', 'forms', 'kit'].flatMap((folder) =>
      readdirSync(join(SRC, 'ui', folder)).map((file) => join(SRC, 'ui', folder, file)),
    );
    const found = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return guarded.some((name) => text.includes(`'${name}'`));
    });
    expect(files.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
