import { describe, expect, test } from 'vitest';
import { isUnreadable, readPolicy, type PolicyText } from '../../src/policies/policy.ts';
import { policyWarnings } from '../../src/policies/policy-warnings.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const warnings = (policy: Partial<PolicyText>) => {
  const read = readPolicy({ policyId: 'p', policyName: 'P', effect: 'EFFECT_ALLOW', ...policy });
  expect(isUnreadable(read)).toBe(false);
  return policyWarnings(read);
};
const deny = (condition: string) => warnings({ effect: 'EFFECT_DENY', condition });

describe('a policy that ends before it begins', () => {
  const from = (day: number) => `time.now >= Timestamp('2026-03-0${day}T00:00:00Z')`;
  const until = (day: number) => `time.now < Timestamp('2026-03-0${day}T00:00:00Z')`;

  test.each([
    `${from(2)} && ${until(1)}`,
    `${until(2)} && ${from(2)}`,
    // Each limit counts.
    `${from(1)} && ${until(3)} && ${from(4)}`,
  ])('behavior: %s is never', (time) => {
    for (const effect of ['EFFECT_ALLOW', 'EFFECT_DENY'])
      expect(warnings({ effect, time })).toEqual([{ kind: 'no_time' }]);
  });

  test.each(['true', from(1), until(1), `${from(1)} && ${until(2)}`, `${from(2)} || ${until(1)}`])(
    'behavior: %s is some time',
    (time) => {
      expect(warnings({ time })).toEqual([]);
    },
  );
});

describe('a DENY that errs', () => {
  test.each([
    [`activity.kind == 'CREATE_WALLET' || wallet.id == '${ID}'`, ['CREATE_WALLET']],
    [`activity.kind == 'UPDATE_WALLET' && wallet.id == '${ID}'`, ['UPDATE_WALLET']],
    [`activity.kind == 'CREATE_WALLET' && activity.params.wallet_id == '${ID}'`, ['CREATE_WALLET']],
    [
      `activity.kind in ['UPDATE_WALLET', 'SIGN_RAW_PAYLOAD'] && wallet.id == '${ID}'`,
      ['UPDATE_WALLET'],
    ],
  ])('behavior: %s protects nothing for %j', (condition, activities) => {
    expect(deny(condition)).toEqual([{ kind: 'deny_errs', activities }]);
  });

  test.each([
    `private_key.id == '${ID}'`,
    'eth.tx.value > 0',
    "solana.tx.version == '0'",
    'tron.tx.fee_limit > 0',
    'bitcoin.tx.fee > 0',
    'tempo.tx.nonce > 0',
    "secret.static_properties['a'] == 'b'",
  ])('behavior: %s of what creates a wallet is nothing', (part) => {
    expect(deny(`activity.kind == 'CREATE_WALLET' && ${part}`)).toEqual([
      { kind: 'deny_errs', activities: ['CREATE_WALLET'] },
    ]);
  });

  test('behavior: one that reads a wallet and a key errs whatever is asked', () => {
    expect(deny(`wallet.id == '${ID}' || private_key.id == '${ID}'`)).toEqual([
      { kind: 'deny_always_errs' },
    ]);
  });

  test.each([
    'true',
    "activity.kind == 'UPDATE_WALLET'",
    `activity.kind == 'UPDATE_WALLET' && activity.params.wallet_id == '${ID}'`,
    `wallet.id == '${ID}'`,
    `activity.action == 'SIGN' && wallet.id == '${ID}'`,
    `activity.kind == 'SIGN_RAW_PAYLOAD' && private_key.id == '${ID}'`,
    "activity.kind == 'SIGN_TRANSACTION' && eth.tx.to == '0xaa'",
    "activity.kind == 'A_KIND_OF_TOMORROW' && wallet.exported",
    "activity.kind != 'CREATE_USERS'",
    // The table doesn't say what it shows.
    `activity.kind == 'CREATE_INVITATIONS' || wallet.id == '${ID}'`,
  ])('behavior: %s isn’t warned of', (condition) => {
    expect(deny(condition)).toEqual([]);
  });

  test('behavior: an ALLOW that errs refuses, which protects', () => {
    expect(
      warnings({ condition: `activity.kind == 'CREATE_USERS' || wallet.id == '${ID}'` }),
    ).toEqual([]);
  });
});

describe('names that don’t mean what they seem to', () => {
  test('behavior: one version of a type', () => {
    const subject = 'ACTIVITY_TYPE_CREATE_USERS_V3';
    expect(warnings({ condition: `activity.type == '${subject}'` })).toEqual([
      { kind: 'type_version', subject },
    ]);
  });

  test.each([
    ["approvers.filter(u, u.tags.contains('admin')).count() >= 2", 'tag_name', 'admin'],
    ["approvers.any(u, 'admin' in u.tags)", 'tag_name', 'admin'],
    ["approvers.any(u, u.id in ['Ada'])", 'not_id', 'Ada'],
  ])('behavior: %s', (consensus, kind, subject) => {
    expect(warnings({ consensus })).toEqual([{ kind, subject }]);
  });

  test('behavior: IDs, names and emails in their places are fine', () => {
    const consensus = `approvers.any(u, u.tags.contains('${ID}') && u.email == 'a@b.c') && approvers.count() >= 2`;
    expect(warnings({ consensus, condition: "wallet.label == 'Main'" })).toEqual([]);
  });
});

test('behavior: what isn’t published is a warning, each once', () => {
  const condition = "eth.tx.to == '0xAA' || eth.tx.to == '0xAA' || eth.tx.data[0..10] == '0x'";
  expect(deny(condition)).toEqual([
    { kind: 'letter_case', subject: '0xAA' },
    { kind: 'slice_end', subject: '' },
  ]);
});

test('behavior: a slice beyond the end alone is refused either way', () => {
  expect(deny("eth.tx.data[0..10] == '0x'")).toEqual([]);
});
