import { beforeAll, describe, expect, test } from 'vitest';
import { readClause } from '../../../src/policies/read-clause.ts';
import type { ClauseName } from '../../../src/policies/published-names.ts';
import { FAULT_REASONS, type FaultReason } from '../../../src/policies/syntax-tree.ts';
import { NOTICES, noticesOf } from '../../../src/policies/clause-notices.ts';
import { faultText, noticeText, placeOf } from '../../../src/ui/forms/clause-control.tsx';
import { addWords, findText, setLocale } from '../../../src/ui/i18n.ts';
import { policyScreenWords } from '../../../src/ui/words/en/policy-screen.ts';

beforeAll(() => addWords(policyScreenWords));

function faultOf(clause: ClauseName, text: string) {
  const { fault } = readClause(clause, text);
  if (!fault) throw new Error(`${text} is no fault`);
  return fault;
}

const MANY = `[${'1, '.repeat(150)}1]`;
/** A list that is looked through for each element of another. */
const LONG = `${MANY}.all(a, a in ${MANY})`;

/** What each fault looks like, and the piece of the text that it is at. */
const FAULTS: readonly (readonly [
  reason: FaultReason,
  clause: ClauseName,
  text: string,
  place: string,
])[] = [
  ['too_deep', 'condition', '('.repeat(80), '('],
  ['unexpected_character', 'condition', "activity.kind == 'A' ; true", ';'],
  ['unfinished_text', 'condition', "activity.kind == 'A", "'A"],
  ['unexpected_end', 'condition', 'activity.kind ==', ''],
  ['unexpected_word', 'condition', "activity.kind == 'A' 'B'", "'B'"],
  ['no_arithmetic', 'condition', 'eth.tx.value + 1 == 2', '+'],
  ['negation_unclear', 'condition', '!wallet.exported == true', '!'],
  ['chained_comparison', 'condition', '1 < 2 < 3', '<'],
  ['unknown_name', 'condition', "wallt.id == 'x'", 'wallt'],
  ['other_clause', 'condition', 'approvers.count() >= 2', 'approvers'],
  ['unknown_member', 'condition', "activity.knd == 'A'", '.knd'],
  ['unknown_method', 'consensus', 'approvers.size() >= 2', 'size'],
  ['not_bool', 'condition', 'activity.kind', 'activity.kind'],
  ['not_int', 'condition', "eth.tx.data['a'..2] == 'x'", "'a'"],
  ['not_list', 'condition', 'activity.kind.count() == 1', 'activity.kind'],
  ['not_indexable', 'condition', 'eth.tx.value[0] == 1', 'eth.tx.value'],
  [
    'too_many_parts',
    'condition',
    `true${' || true'.repeat(2000)}`,
    `true${' || true'.repeat(2000)}`,
  ],
  ['too_many_steps', 'condition', LONG, LONG],
  ['brackets_needed', 'condition', 'eth.eip_712.message.to == 1', '.to'],
  ['not_comparable', 'condition', "activity.kind < 'A'", 'activity.kind'],
  ['different_types', 'condition', 'activity.kind == 1', 'activity.kind == 1'],
  ['mixed_list', 'condition', "activity.kind in ['A', 1]", '1'],
  ['member_twice', 'condition', '{a: 1, a: 2} in []', '2'],
  ['text_needed', 'time', 'time.now > Timestamp(1)', '1'],
  [
    'invalid_timestamp',
    'time',
    "time.now > Timestamp('2030-02-30T00:00:00Z')",
    "'2030-02-30T00:00:00Z'",
  ],
  ['invalid_cron', 'time', "CronSpan('* * *', '8h', 'UTC')", "'* * *'"],
  ['invalid_duration', 'time', "CronSpan('0 9 * * *', '8y', 'UTC')", "'8y'"],
  ['invalid_zone', 'time', "CronSpan('0 9 * * *', '8h', 'Mars')", "'Mars'"],
  ['int_too_large', 'condition', `eth.tx.value == ${2n ** 256n}`, String(2n ** 256n)],
];

describe('faults of a clause', () => {
  test.each(FAULTS)('behavior: %s is told at its place', async (reason, clause, text, place) => {
    const fault = faultOf(clause, text);
    expect(fault.reason).toBe(reason);
    expect(text.slice(fault.span.from, fault.span.to)).toBe(place);
    const english = faultText(fault);
    await setLocale('de');
    const german = faultText(fault);
    await setLocale('en');
    for (const sentence of [english, german]) expect(sentence).toMatch(/^[^{}]+\.$/);
    expect(german).not.toBe(english);
  });

  test('behavior: every reason has a sentence', () => {
    expect(FAULT_REASONS.filter((reason) => !findText(`policy.fault.${reason}`))).toEqual([]);
  });

  test('behavior: what is missing is named', () => {
    expect(faultText(faultOf('consensus', 'approvers.count('))).toBe('“)” is missing at the end.');
    expect(faultText(faultOf('consensus', "approvers.any(u u.id == 'a')"))).toBe(
      '“,” is missing before “u”.',
    );
  });

  test('behavior: the place is counted in lines and characters', () => {
    const text = "activity.kind == 'A' &&\n  '😀' == activity.knd &&\n  true";
    const place = placeOf(text, faultOf('condition', text));
    expect(place).toMatchObject({ line: 2, at: 18, marked: '.knd', after: ' &&' });
    expect(place.before).toBe("  '😀' == activity");
  });

  test('behavior: of a long line only what is near', () => {
    const text = `${"activity.kind == 'A' && ".repeat(50)}oops && ${'true && '.repeat(50)}true`;
    const { before, marked, after } = placeOf(text, faultOf('condition', text));
    expect([before.length, marked, after.length]).toEqual([40, 'oops', 40]);
  });

  test('security: a word that turns the text around is escaped', () => {
    const text = "activity.kind == 'A' \u202e";
    expect(faultText(faultOf('condition', text))).not.toContain('\u202e');
  });
});

/** What isn't published, and where it stands. */
const OPEN: readonly (readonly [kind: string, clause: ClauseName, text: string, place: string])[] =
  [
    ['mixed_joins', 'condition', 'true && false || true', 'true && false || true'],
    ['letter_case', 'condition', "eth.tx.to == '0xAb'", "eth.tx.to == '0xAb'"],
    [
      'int_width',
      'condition',
      'eth.eip_712.domain.chain_id == eth.tx.chain_id',
      'eth.eip_712.domain.chain_id == eth.tx.chain_id',
    ],
    [
      'text_in_list',
      'condition',
      "eth.eip_712.message['to'] in ['0xab']",
      "eth.eip_712.message['to'] in ['0xab']",
    ],
    [
      'slice_end',
      'condition',
      "wallet.exported || eth.tx.data[0..10] == '0x'",
      'eth.tx.data[0..10]',
    ],
    [
      'changing_clocks',
      'time',
      "CronSpan('30 2 * * *', '1h', 'Europe/Berlin')",
      "CronSpan('30 2 * * *', '1h', 'Europe/Berlin')",
    ],
  ];

describe('what isn’t published of a clause', () => {
  const found = (clause: ClauseName, text: string) => {
    const { clause: read } = readClause(clause, text);
    if (!read) throw new Error(`${text} is a fault`);
    return noticesOf(read);
  };

  test('behavior: every kind is one of these', () => {
    expect(OPEN.map(([kind]) => kind)).toEqual([...NOTICES]);
  });

  test.each(OPEN)('behavior: %s is told at its place', async (kind, clause, text, place) => {
    const [notice, ...others] = found(clause, text);
    if (!notice) throw new Error('no notice');
    expect([notice.kind, others]).toEqual([kind, []]);
    expect(text.slice(notice.span.from, notice.span.to)).toBe(place);
    const english = noticeText(notice);
    await setLocale('de');
    const german = noticeText(notice);
    await setLocale('en');
    for (const sentence of [english, german]) expect(sentence).toMatch(/^[^{}]+\.$/);
    expect(german).not.toBe(english);
  });

  test.each<[ClauseName, string]>([
    ['condition', '(true && false) || true'],
    ['condition', "eth.tx.to == '0xab' && wallet_account.address == '0xAb'"],
    ['condition', 'eth.eip_712.domain.chain_id == 1'],
    ['condition', "eth.eip_712.message['to'] == '0xab'"],
    // Whether it is false or an error makes no difference to a policy that needs it.
    ['condition', "wallet.exported && eth.tx.data[0..10] == '0x'"],
    ['time', "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')"],
    ['time', "CronSpan('30 2 * * *', '1h', 'UTC')"],
  ])('behavior: nothing about %s %s', (clause, text) => {
    expect(found(clause, text)).toEqual([]);
  });
});
