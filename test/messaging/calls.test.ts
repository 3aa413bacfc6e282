// The rows that differ from most, and keys and digests as calls take them: neither shorter, nor
// longer, nor with anything around them.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CALL_POLICIES } from '../../src/client/call-policies.ts';
import { CALLS } from '../../src/messaging/calls.ts';
import type { Call } from '../../src/messaging/define-call.ts';

const KEY = 'A'.repeat(43);
const DIGEST = 'a'.repeat(64);

/** Lines around it are what an expression without both anchors would accept. */
const spoilt = (text: string) => [
  text.slice(1),
  `${text}${text[0]}`,
  `${text[0]}${text}`,
  `${text}\n`,
  `\n${text}`,
  `${text.slice(1)}=`,
];

describe('what rows say', () => {
  const rows = Object.entries<Call>(CALLS);
  const named = (holds: (call: Call) => unknown) =>
    rows.flatMap(([name, call]) => (holds(call) ? [name] : []));

  test('behavior: these calls are answered while locked, and no other', () => {
    expect(named(({ access }) => access === 'always').join(' ')).toBe(
      'state vault_challenge vault_create vault_unlock vault_lock vault_password vault_passkey_enrol ' +
        'vault_passkey_unlock vault_passkey_remove vault_passkey_show vault_wipe requests_list ' +
        'requests_refuse_site requests_show',
    );
  });

  test('behavior: these need the password or a passkey within the last minute', () => {
    expect(named(({ access }) => access === 'fresh').join(' ')).toBe(
      'vault_show_again vault_accept keys_remove rotations_begin profiles_remove history_retain history_delete ' +
        'backup_restore',
    );
  });

  test('behavior: what these need depends on their input', () => {
    expect(named(({ access }) => typeof access === 'object').join(' ')).toBe(
      'settings_save profiles_save activities_submit requests_begin requests_decide sites_block ' +
        'backup_start',
    );
  });

  test('behavior: no page repeats these by itself', () => {
    const once = Object.entries(CALL_POLICIES).filter(([, { retry }]) => retry === 'once');
    expect(once.map(([name]) => name).join(' ')).toBe(
      'vault_create vault_unlock vault_prove vault_passkey_prove vault_password vault_passkey_enrol ' +
        'vault_passkey_unlock vault_passkey_remove vault_accept storage_accept vault_wipe keys_create ' +
        'keys_import keys_remove profiles_save profiles_remove history_retain history_delete ' +
        'backup_restore backup_finish',
    );
  });

  test('behavior: a row that says nothing needs an unlocked vault and takes nothing', () => {
    const { access, input, secret } = CALLS.keys_list;
    expect([access, secret, v.is(input, {}), v.is(input, { more: 1 })]).toEqual([
      'unlocked',
      null,
      true,
      false,
    ]);
  });
});

describe('a call’s key', () => {
  const { secret } = CALLS.vault_unlock;

  test('behavior: is 32 bytes in base64url', () => {
    if (!secret) throw new Error('nothing is sealed');
    expect(v.is(secret, { keks: [KEY] })).toBe(true);
    for (const kek of spoilt(KEY))
      expect([kek, v.is(secret, { keks: [kek] })]).toEqual([kek, false]);
  });
});

describe('a decision’s digest', () => {
  const { input } = CALLS.requests_decide;
  const approve = (digest: string) => ({
    id: crypto.randomUUID(),
    decision: { kind: 'approve', digest, by: { method: 'key' }, grant: null },
  });

  test('behavior: is SHA-256 in lower-case hex', () => {
    expect(v.is(input, approve(DIGEST))).toBe(true);
    for (const digest of [...spoilt(DIGEST), DIGEST.toUpperCase()]) {
      expect([digest, v.is(input, approve(digest))]).toEqual([digest, false]);
    }
  });
});
