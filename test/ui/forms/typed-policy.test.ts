import { describe, expect, test } from 'vitest';
import type { Fields } from '../../../src/protocol/fields.ts';
import { ROWS, submitRowOf } from '../../../src/protocol/operations.ts';
import { REMOVED, startDraft, type Draft } from '../../../src/ui/forms/draft.ts';
import {
  changedPolicy,
  changesPolicies,
  policyChangesOf,
  decidingMember,
  typedPolicy,
  writesPolicy,
} from '../../../src/ui/forms/typed-policy.ts';

const fieldsOf = (operation: string): Fields => submitRowOf(operation)?.versions[0].fields ?? {};
const NEW = fieldsOf('create_policy');
const CHANGE = fieldsOf('update_policy');

const TODAY = {
  policyId: 'p',
  policyName: 'Freeze',
  effect: 'EFFECT_DENY',
  condition: "activity.action == 'EXPORT'",
  consensus: 'approvers.count() >= 2',
  notes: '',
};
const known = {
  policy: new Map([['p', { id: 'p', name: 'Freeze', record: TODAY }]]),
};
const typed = (fields: Fields, given: Draft) =>
  typedPolicy(fields, { ...startDraft(fields), ...given }, known);

describe('the policy that a form would make', () => {
  test('behavior: a new one has what is typed, and the effect that the form starts with', () => {
    const condition = "activity.kind == 'CREATE_WALLET'";
    expect(typed(NEW, { condition, consensus: '  \n' })).toEqual({
      policyId: '',
      policyName: '',
      effect: 'EFFECT_ALLOW',
      condition,
      consensus: '',
      time: '',
    });
    expect(typed(NEW, { effect: 'EFFECT_DENY', condition })?.effect).toBe('EFFECT_DENY');
  });

  test('behavior: a change has the rest of the policy as it is today', () => {
    const policyConsensus = 'approvers.count() >= 3';
    expect(typed(CHANGE, { policyId: 'p', policyConsensus })).toEqual({
      policyId: 'p',
      policyName: '',
      effect: TODAY.effect,
      condition: TODAY.condition,
      consensus: policyConsensus,
      time: '',
    });
    expect(typed(CHANGE, { policyId: 'p', policyEffect: 'EFFECT_ALLOW' })?.effect).toBe(
      'EFFECT_ALLOW',
    );
  });

  test('behavior: a clause that is taken away is gone, one that is left blank stays', () => {
    expect(typed(CHANGE, { policyId: 'p', policyCondition: REMOVED })?.condition).toBe('');
    expect(typed(CHANGE, { policyId: 'p', policyCondition: '' })?.condition).toBe(TODAY.condition);
  });

  test('error: not without the policy that is changed', () => {
    expect(typed(CHANGE, {})).toBeUndefined();
    expect(typed(CHANGE, { policyId: 'other' })).toBeUndefined();
    expect(changedPolicy(CHANGE, {})).toEqual({ kind: 'policy', id: '' });
    expect(changedPolicy(NEW, {})).toBeUndefined();
  });

  test('behavior: names and notes decide nothing, and no other form writes a policy', () => {
    const deciding = (fields: Fields) =>
      Object.keys(fields).filter((name) => decidingMember(fields, name) !== undefined);
    expect(deciding(NEW)).toEqual(['effect', 'consensus', 'condition', 'time']);
    expect(deciding(CHANGE)).toEqual([
      'policyEffect',
      'policyConsensus',
      'policyCondition',
      'time',
    ]);
    expect([NEW, CHANGE, fieldsOf('delete_policy'), fieldsOf('update_wallet')].map(writesPolicy)) //
      .toEqual([true, true, false, false]);
  });
});

describe('what a request does to policies', () => {
  const today = { ...TODAY, policyName: '', time: '' };
  const { notes: _notes, ...before } = today;
  const created = { effect: 'EFFECT_ALLOW', policyName: 'New', notes: '' };
  const after = {
    policyId: '',
    policyName: '',
    effect: 'EFFECT_ALLOW',
    consensus: '',
    condition: '',
    time: '',
  };

  test.for<[string, object, unknown]>([
    ['create_policy', created, [{ before: null, after }]],
    [
      'create_policies',
      { policies: [created, { ...created, condition: 'true' }] },
      [
        { before: null, after },
        { before: null, after: { ...after, condition: 'true' } },
      ],
    ],
    [
      'update_policy',
      { policyId: 'p', policyCondition: '' },
      [{ before, after: { ...before, condition: '' } }],
    ],
    ['delete_policy', { policyId: 'p' }, [{ before, after: null }]],
    [
      'delete_policies',
      { policyIds: ['p', 'p'] },
      [
        { before, after: null },
        { before, after: null },
      ],
    ],
    ['update_policy', { policyId: 'unknown', policyCondition: '' }, undefined],
    ['delete_policies', { policyIds: ['p', 'unknown'] }, undefined],
  ])('behavior: %s', ([operation, parameters, changes]) => {
    expect(policyChangesOf(fieldsOf(operation), { ...parameters }, known)).toEqual(changes);
  });

  test('behavior: only what decides what policies say', () => {
    const rows = ROWS.filter((row) => changesPolicies(row));
    expect(rows.map(({ name }) => name)).toEqual([
      'create_policy',
      'create_policies',
      'update_policy',
      'delete_policy',
      'delete_policies',
    ]);
  });
});
