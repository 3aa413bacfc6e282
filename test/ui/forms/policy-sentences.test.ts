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
  ["activity.resource == 'WALLET'", 'do anything with wallets and their accounts'],
  ["activity.action == 'DELETE'", 'delete anything'],
  [
    "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    'create wallets and their accounts',
  ],
  [
    "activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN'",
    'sign with wallets and private keys',
  ],
  [
    "activity.resource == 'TVC_APP' && activity.action in ['CREATE', 'DELETE']",
    'do “Tvc app: Create” or do “Tvc app: Delete”',
  ],
  [
    "(activity.resource == 'WALLET' && activity.action == 'CREATE') || activity.kind == 'CREATE_USERS'",
    'create wallets and their accounts or add users',
  ],
  [
    "activity.action == 'SIGN' && eth.tx.to in ['0xAA', '0xBB'] && eth.tx.value < 100",
    'sign anything',
    'Only to “0xAA” or “0xBB”. Only up to 99 wei.',
  ],
  [
    "activity.kind == 'CREATE_WALLET' && wallet.exported && wallet.id == 'w1'",
    'create a wallet',
    'Only with the wallet “Main”. Only in the cases that its text describes.',
  ],
  ['eth.tx.chain_id == 1', 'do anything', 'Only on the EVM network with chain ID “1”.'],
];

/** What no sentence tells wholly is left to the text. */
const UNSAID: readonly string[] = [
  'false',
  "activity.kind != 'CREATE_WALLET'",
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
    '“Ada” can do anything alone. A request by anyone else is denied, unless another policy keeps it open for “Ada” to approve.',
  ],
  [
    "approvers.any(u, u.id in ['u1', 'x'])",
    '“Ada” or “x” can do anything alone. A request by anyone else is denied, unless another policy keeps it open for them to approve.',
  ],
  [
    "approvers.any(a, a.id == 'u1') || approvers.any(b, b.id == 'x' || 't1' in b.tags)",
    '“Ada”, “x”, or anyone with the tag “Treasury” can do anything alone. A request by anyone else is denied, unless another policy keeps it open for them to approve.',
  ],
  [
    "approvers.any(a, a.id == 'u1') && approvers.count() >= 2",
    'Anyone can do anything if enough people approve. Needs “Ada” to ask or approve. Needs 2 people, counting the one who asks.',
  ],
  [
    "approvers.any(a, a.id == 'u1') && approvers.filter(u, u.tags.contains('t1')).count() >= 2",
    '“Ada” or anyone with the tag “Treasury” can do anything if enough people approve. Needs “Ada” to ask or approve. Needs 2 of these, counting the one who asks: anyone with the tag “Treasury”. A request by anyone else is denied, unless another policy keeps it open for them to approve.',
  ],
  [
    "approvers.filter(u, u.tags.contains('t1')).count() >= 2",
    'Anyone with the tag “Treasury” can do anything once 2 of them approve, counting the one who asks. A request by anyone else is denied, unless another policy keeps it open for them to approve.',
  ],
  [
    "approvers.any(u, 't1' in u.tags)",
    'Anyone with the tag “Treasury” can do anything alone. A request by anyone else is denied, unless another policy keeps it open for them to approve.',
  ],
  [
    "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
    'Anyone can do anything if they sign with: Passkey. Any other request is denied, unless another policy keeps it open for such an approval.',
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
      `No one but the root quorum can ${what}. ${limits.replaceAll('Only', 'This applies only')}`.trim(),
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
      'No one but the root quorum can do anything. This applies only if “Ada” asks or approves.',
    );
  });

  test.each([
    [
      "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
      'for 8 hours from 09:00 on Monday to Friday (Europe/Berlin)',
    ],
    [
      "CronSpan('0 9 * * 1,3', '1d12h30m', 'UTC')",
      'for 1 day, 12 hours, and 30 minutes from 09:00 on Monday and Wednesday (UTC)',
    ],
    ["CronSpan('30 7 * * *', '90m', 'UTC')", 'for 1 hour and 30 minutes from 07:30 each day (UTC)'],
    ["!CronSpan('0 9 * * 0-6', '8h', 'UTC')", 'outside the 8 hours from 09:00 each day (UTC)'],
    [
      "!CronSpan('0 9 * * 1-5', '8h', 'UTC')",
      'outside the 8 hours from 09:00 on Monday to Friday (UTC)',
    ],
    ["CronSpan('0,30 9 1 * 1', '2d', 'UTC')", policyScreenWords['policy.time.text']],
    ["time.now > Timestamp('2030-02-01T00:00:00Z')", policyScreenWords['policy.time.text']],
    ["time.now < Timestamp('2030-02-01T00:00:00.5Z')", policyScreenWords['policy.time.text']],
    ["time.now > Timestamp('2030-02-30T00:00:00Z')", policyScreenWords['policy.time.text']],
  ])('behavior: time %s', (time, says) => {
    expect(said({ time })).toBe(`Anyone can do anything, without a second approval. Only ${says}.`);
  });

  test('behavior: a time between two moments', () => {
    const time =
      "time.now >= Timestamp('2030-01-01T00:00:00Z') && time.now < Timestamp('2031-01-01T00:00:00Z')";
    expect(said({ time })).toBe(
      'Anyone can do anything, without a second approval. Only from January 1, 2030 at 12:00 AM (UTC) on. Only until January 1, 2031 at 12:00 AM (UTC).',
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
      '„Ada“ kann allein Wallets und ihre Konten erstellen. Anfragen anderer werden abgelehnt, außer eine andere Richtlinie hält sie offen, bis „Ada“ genehmigt. Nur für 8 Stunden ab 09:00 Uhr am Montag (Europe/Berlin).',
    );
  });
});
