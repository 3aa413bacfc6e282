import { beforeAll, describe, expect, test } from 'vitest';
import type { PolicyText } from '../../../src/policies/policy.ts';
import type { RecordKind } from '../../../src/protocol/fields.ts';
import { policySentences } from '../../../src/ui/forms/policy-sentences.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords, setLocale } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { policyScreenWords } from '../../../src/ui/words/en/policy-screen.ts';

const NAMES: Readonly<Record<string, string>> = {
  'user/u1': 'Ada',
  'user/u2': 'Bob\u202e',
  'userTag/t1': 'Treasury',
  'wallet/w1': 'Main',
};
const nameOf = (kind: RecordKind, id: string) => NAMES[`${kind}/${id}`] ?? id;

const said = (policy: Partial<PolicyText>) =>
  policySentences(
    { policyId: 'p', policyName: 'P', effect: 'EFFECT_ALLOW', ...policy },
    nameOf,
  ).join(' ');

beforeAll(() => {
  addWords(appWords);
  addWords(policyScreenWords);
  addRowWords();
});

/** What a condition is about, in `Anyone can …, without a second approval.` */
const CONDITIONS: readonly (readonly [condition: string, what: string, limits?: string])[] = [
  ['', 'do anything'],
  ['true', 'do anything'],
  ["activity.kind == 'CREATE_WALLET'", 'create a wallet'],
  ["'CREATE_WALLET' == activity.kind", 'create a wallet'],
  ["activity.kind in ['CREATE_WALLET', 'DELETE_WALLETS']", 'create a wallet or delete wallets'],
  [
    "(activity.kind == 'CREATE_WALLET' || activity.kind == 'DELETE_WALLETS') && wallet.id == 'w1'",
    'create a wallet or delete wallets',
    'Only with the wallet “Main”.',
  ],
  ["activity.kind == 'NEW_THING'", 'do “New thing”'],
  ["activity.type == 'ACTIVITY_TYPE_CREATE_POLICY_V3'", 'do “Create policy v3”'],
  ["activity.resource == 'WALLET'", 'do anything with “Wallets”'],
  ["activity.action == 'DELETE'", 'do anything of the kind “Delete”'],
  ["activity.resource == 'WALLET' && activity.action == 'CREATE'", 'do “Wallets: Create”'],
  [
    "activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN'",
    'sign with wallets and private keys',
  ],
  [
    "activity.resource == 'TVC_APP' && activity.action in ['CREATE', 'DELETE']",
    'do “TVC_APP: Create” or do “TVC_APP: Delete”',
  ],
  [
    "(activity.resource == 'WALLET' && activity.action == 'CREATE') || activity.kind == 'CREATE_USERS'",
    'do “Wallets: Create” or add users',
  ],
  [
    "activity.action == 'SIGN' && eth.tx.to in ['0xAA', '0xBB'] && eth.tx.value < 100",
    'do anything of the kind “Sign”',
    'Only to “0xAA” or “0xBB”. Only up to 99 wei.',
  ],
  ['eth.tx.chain_id == 1', 'do anything', 'Only on the EVM chain with the ID “1”.'],
];

/** What no sentence tells wholly is left to the text. */
const UNSAID: readonly string[] = [
  'false',
  "activity.kind != 'CREATE_WALLET'",
  "activity.kind == 'CREATE_WALLET' && wallet.exported",
  "activity.kind == 'CREATE_WALLET' || wallet.id == 'w1'",
  "activity.kind == 'CREATE_WALLET' && activity.resource == 'WALLET'",
  "activity.kind == 'CREATE_WALLET' && activity.kind == 'DELETE_WALLETS'",
  'activity.kind == activity.type',
  "((activity.resource == 'WALLET' && activity.action == 'CREATE') || activity.kind == 'CREATE_USERS') && activity.type == 'ACTIVITY_TYPE_CREATE_USERS_V3'",
  'eth.tx.value >= 5',
  'eth.tx.gas <= 5',
  "eth.tx.data[0..10] == '0x12345678'",
  'this is no clause',
];

const CONSENSUS: readonly (readonly [consensus: string, says: string])[] = [
  ['true', 'Anyone can do anything, without a second approval.'],
  ['approvers.count() >= 1', 'Anyone can do anything, without a second approval.'],
  [
    'approvers.count() >= 2',
    'Anyone can do anything once 2 people approve, counting the one who asks.',
  ],
  [
    'approvers.count() > 99',
    'Anyone can do anything once 100 people approve, counting the one who asks.',
  ],
  [
    "approvers.any(u, u.id == 'u1')",
    '“Ada” can do anything alone, and anyone else with approval by “Ada”.',
  ],
  [
    "approvers.any(u, u.id in ['u1', 'x'])",
    '“Ada” or “x” can do anything alone, and anyone else with approval by one of them.',
  ],
  [
    "approvers.any(a, a.id == 'u1') || approvers.any(b, b.id == 'x')",
    '“Ada” or “x” can do anything alone, and anyone else with approval by one of them.',
  ],
  [
    "approvers.any(a, a.id == 'u1') && approvers.count() >= 2",
    'Anyone can do anything if enough people approve. Needs approval by “Ada”. Needs 2 users, counting the one who asks.',
  ],
  [
    "approvers.filter(u, u.tags.contains('t1')).count() >= 2",
    'Anyone can do anything once 2 people with the tag “Treasury” approve, counting the one who asks.',
  ],
  [
    "approvers.any(u, 't1' in u.tags)",
    'Anyone with the tag “Treasury” can do anything alone, and anyone else with approval by one of them.',
  ],
  [
    "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
    'Anyone can do anything once an approval is given with: Passkey.',
  ],
  ...[
    'approvers.count() == 2',
    'approvers.count() < 2',
    'approvers.count() >= 0',
    'approvers.count() >= 101',
    "approvers.all(u, u.id == 'u1')",
    "approvers.any(u, u.email == 'a@b.c')",
    "approvers.any(u, u.id != 'u1')",
    "approvers.count() >= 2 || approvers.any(u, u.id == 'u1')",
  ].map(
    (text) => [text, 'Anyone can do anything with the approvals that its text describes.'] as const,
  ),
];

describe('a policy in words', () => {
  test.each(CONDITIONS)('behavior: condition %s', (condition, what, limits = '') => {
    expect(said({ condition })).toBe(
      `Anyone can ${what}, without a second approval. ${limits}`.trim(),
    );
    expect(said({ condition, effect: 'EFFECT_DENY' })).toBe(
      `No one but the root quorum can ${what}. ${limits}`.trim(),
    );
  });

  test.each(UNSAID)('behavior: condition %s is told by its text alone', (condition) => {
    const what = policyScreenWords['policy.do.text'];
    expect(said({ condition })).toBe(`Anyone can ${what}, without a second approval.`);
    expect(said({ condition, effect: 'EFFECT_DENY' })).toBe(
      `No one but the root quorum can ${what}.`,
    );
  });

  test.each(CONSENSUS)('behavior: consensus %s', (consensus, says) => {
    expect(said({ consensus })).toBe(says);
  });

  test('behavior: a DENY says of whom it holds, not what it needs', () => {
    const effect = 'EFFECT_DENY';
    expect(said({ effect, consensus: "approvers.any(u, u.id == 'u1')" })).toBe(
      'No one but the root quorum can do anything. Only if “Ada” asks or approves.',
    );
  });

  test.each([
    [
      "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
      'On Monday, Tuesday, Wednesday, Thursday, and Friday for 8 hours from 09:00 (Europe/Berlin).',
    ],
    ["CronSpan('30 7 * * *', '30m', 'UTC')", 'Every day for 30 minutes from 07:30 (UTC).'],
    [
      "CronSpan('0,30 9 1 * 1', '2d', 'UTC')",
      'For 2 days from each time that “0,30 9 1 * 1” names (UTC).',
    ],
    ["!CronSpan('0 9 * * *', '8h', 'UTC')", policyScreenWords['policy.time.text']],
    ["time.now > Timestamp('2030-02-30T00:00:00Z')", policyScreenWords['policy.time.text']],
  ])('behavior: time %s', (time, says) => {
    expect(said({ time })).toBe(`Anyone can do anything, without a second approval. ${says}`);
  });

  test('behavior: a time between two moments', () => {
    const time =
      "time.now >= Timestamp('2030-01-01T00:00:00Z') && time.now < Timestamp('2031-01-01T00:00:00Z')";
    expect(said({ time })).toMatch(
      /^Anyone can do anything, without a second approval\. From .+2030.+ on\. Until .+203[01].+\.$/,
    );
  });

  test('security: a name that turns the text around can’t', () => {
    const text = said({ consensus: "approvers.any(u, u.id == 'u2')" });
    expect(text).toContain('Bob');
    expect(text).not.toContain('\u202e');
  });

  test('behavior: an effect of tomorrow is named', () => {
    expect(said({ effect: 'EFFECT_WARN' })).toBe(
      'Its effect, EFFECT_WARN, isn’t known to Keystamp. It is about who can do anything.',
    );
  });

  test('behavior: in German', async () => {
    await setLocale('de');
    const text = said({
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
      consensus: "approvers.any(u, u.id == 'u1')",
      time: "CronSpan('0 9 * * 1', '8h', 'Europe/Berlin')",
    });
    await setLocale('en');
    expect(text).toBe(
      '„Ada“ kann allein „Wallets: Erstellen“, alle anderen mit der Genehmigung von „Ada“. Am Montag für 8 Stunden ab 09:00 Uhr (Europe/Berlin).',
    );
  });
});
