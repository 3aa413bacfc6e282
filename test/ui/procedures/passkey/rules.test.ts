import { describe, expect, test } from 'vitest';
import {
  OPERATIONS,
  READ_SESSION,
  PASSKEY_RULE_ROWS,
} from '../../../../src/protocol/operations.ts';
import {
  GUARDED_OPERATIONS,
  areRulesEqual,
  withGuarded,
  withRules,
} from '../../../../src/ui/procedures/passkey/rules.ts';
import { profile } from '../../page/world.ts';

describe('RULED', () => {
  test('behavior: all that changes something, and what pages may ask, but for read sessions', () => {
    const names = PASSKEY_RULE_ROWS.map(({ name }) => name);
    expect(names).toContain('import_private_key');
    expect(names).toContain('init_import_private_key');
    expect(names).toContain('delete_authenticators');
    expect(names).toContain('get_api_key');
    expect(names).not.toContain('list_wallets');
    expect(names).not.toContain(READ_SESSION.name);
  });
});

describe('GUARDED', () => {
  test('behavior: is what the button of the preset says', () => {
    const names = [
      OPERATIONS.import_private_key,
      OPERATIONS.import_wallet,
      OPERATIONS.export_wallet,
      OPERATIONS.export_wallet_account,
      OPERATIONS.export_private_key,
      OPERATIONS.create_users,
      OPERATIONS.delete_users,
      OPERATIONS.create_api_keys,
      OPERATIONS.create_policy,
      OPERATIONS.create_policies,
      OPERATIONS.update_policy,
      OPERATIONS.delete_policy,
      OPERATIONS.delete_policies,
      OPERATIONS.update_root_quorum,
      OPERATIONS.update_user_email,
      OPERATIONS.update_user_phone_number,
    ].map(({ name }) => name);
    expect(GUARDED_OPERATIONS.toSorted()).toEqual(names.toSorted());
  });
});

describe('withGuarded', () => {
  test('behavior: adds them once, in the table’s order, and keeps the others', () => {
    const draft = { usual: 'key', passkeyOnly: ['update_wallet', 'update_user_email'] } as const;
    const names = withGuarded(draft).passkeyOnly;
    expect(names).toEqual([
      'import_private_key',
      'update_user_phone_number',
      'update_user_email',
      'update_wallet',
      'import_wallet',
      'export_wallet',
      'export_wallet_account',
      'export_private_key',
      'create_users',
      'delete_users',
      'create_api_keys',
      'create_policy',
      'create_policies',
      'update_policy',
      'delete_policy',
      'delete_policies',
      'update_root_quorum',
    ]);
    expect(withGuarded(withGuarded(draft)).passkeyOnly).toEqual(names);
  });
});

describe('sameRules', () => {
  const a = { usual: 'key', passkeyOnly: ['update_wallet', 'update_user_email'] } as const;
  test('behavior: the order of names says nothing, everything else does', () => {
    expect(areRulesEqual(a, { ...a, passkeyOnly: a.passkeyOnly.toReversed() })).toBe(true);
    expect(areRulesEqual(a, { ...a, usual: 'passkey' })).toBe(false);
    expect(areRulesEqual(a, { ...a, passkeyOnly: ['update_wallet'] })).toBe(false);
    expect(areRulesEqual({ ...a, passkeyOnly: ['update_wallet'] }, a)).toBe(false);
    expect(areRulesEqual(a, { ...a, passkeyOnly: ['update_wallet', 'create_wallet'] })).toBe(false);
  });
});

describe('withRules', () => {
  test('behavior: keeps names that only another version knows', () => {
    const before = {
      ...profile,
      authorization: { usual: 'key' as const, passkeyOnly: ['update_wallet', 'sign_anything'] },
    };
    const after = withRules(before, { usual: 'passkey', passkeyOnly: ['create_wallet'] });
    expect(after.authorization).toEqual({
      usual: 'passkey',
      passkeyOnly: ['create_wallet', 'sign_anything'],
    });
  });
});
