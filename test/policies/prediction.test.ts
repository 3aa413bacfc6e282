// What becomes of a request where not everything about it is known.
import { describe, expect, test } from 'vitest';
import { unknown, type Fact } from '../../src/policies/facts.ts';
import { readPolicy } from '../../src/policies/policy.ts';
import {
  predict,
  type OrganizationRules,
  type RequestQuestion,
} from '../../src/policies/prediction.ts';

const WALLET = "wallet.id == 'w1'";
const policy = (policyName: string, members: Partial<Parameters<typeof readPolicy>[0]> = {}) =>
  readPolicy({
    policyId: policyName,
    policyName,
    effect: 'EFFECT_ALLOW',
    consensus: null,
    condition: null,
    time: null,
    ...members,
  });

const rules = (
  policies: OrganizationRules['policies'],
  rootQuorum: OrganizationRules['rootQuorum'] = { threshold: 2, userIds: ['root', 'other'] },
): OrganizationRules => ({ policies, rootQuorum });
const voter = (id: Fact): RequestQuestion['votes'][number] => ({
  user: { id, tags: [], email: '', alias: '' },
  credential: { id: 'c', user_id: id, type: 'CREDENTIAL_TYPE_API_KEY_P256', public_key: '02' },
});
const question = (changes: Partial<RequestQuestion> = {}): RequestQuestion => ({
  facts: { wallet: { id: unknown('parameters_later') } },
  votes: [voter('user')],
  nowMs: 0,
  isOwnCredential: false,
  ...changes,
});
const NAME = ({ name }: { readonly name: string }) => name;

describe('predict', () => {
  test('behavior: allowed either way is allowed, without telling which', () => {
    const allow = policy('Allow', { condition: WALLET });
    const found = predict(rules([allow]), question({ isOwnCredential: true }));
    expect(found).toEqual({ kind: 'allowed', by: 'several', policies: [], unless: [] });
    const known = { facts: { wallet: { id: 'w1' } } };
    expect(predict(rules([allow]), question(known))).toMatchObject({
      kind: 'allowed',
      by: 'policies',
      policies: [{ name: 'Allow' }],
    });
    const elsewhere = { facts: { wallet: { id: 'w2' } }, isOwnCredential: true };
    expect(predict(rules([allow]), question(elsewhere))).toEqual({
      kind: 'allowed',
      by: 'own_credential',
      policies: [],
      unless: [],
    });
  });

  test('behavior: it waits for votes either way, without telling for whose', () => {
    const two = policy('Two', { condition: WALLET, consensus: 'approvers.count() >= 2' });
    const found = predict(rules([two]), question({ votes: [voter('root')] }));
    expect(found).toEqual({ kind: 'consensus', by: 'several', policies: [], unless: [] });
    const sure = policy('Sure', { consensus: 'approvers.count() >= 2' });
    expect(predict(rules([sure]), question())).toMatchObject({
      kind: 'consensus',
      by: 'policies',
      policies: [{ name: 'Sure' }],
    });
    expect(predict(rules([]), question({ votes: [voter('root')] }))).toEqual({
      kind: 'consensus',
      by: 'root_quorum',
      policies: [],
      unless: [],
    });
  });

  test('behavior: what may be allowed or refused isn’t known, and why', () => {
    const allow = policy('Allow', { condition: WALLET });
    expect(predict(rules([allow]), question())).toEqual({
      kind: 'unknown',
      causes: ['parameters_later'],
    });
    const denied = policy('Deny', { effect: 'EFFECT_DENY' });
    expect(predict(rules([allow, denied]), question())).toMatchObject({
      kind: 'refused',
      policies: [{ name: 'Deny' }],
    });
    expect(predict(rules(undefined), question())).toEqual({
      kind: 'unknown',
      causes: ['policies_unread'],
    });
    const own = predict(rules([]), question({ isOwnCredential: undefined }));
    expect(own).toEqual({ kind: 'unknown', causes: ['parameters_later'] });
  });

  test('behavior: whose vote it is counts once, and may not be known', () => {
    const byRoot = (votes: RequestQuestion['votes'], threshold = 2) =>
      predict(rules([], { threshold, userIds: ['root', 'other'] }), question({ votes }));
    expect(byRoot([voter('root'), voter('root')]).kind).toBe('consensus');
    expect(byRoot([voter('root'), voter('other')])).toMatchObject({
      kind: 'allowed',
      by: 'root_quorum',
    });
    expect(byRoot([voter('user')]).kind).toBe('refused');
    expect(byRoot([voter(unknown('submitter_unread'))])).toEqual({
      kind: 'unknown',
      causes: ['submitter_unread'],
    });
    // Nobody's vote is no quorum, whatever the number.
    expect(byRoot([voter('user')], 0).kind).toBe('refused');
    const unread = { policies: [], rootQuorum: undefined };
    expect(predict(unread, question())).toEqual({
      kind: 'unknown',
      causes: ['root_quorum_unread'],
    });
  });

  test('behavior: what only the root quorum may do, no policy and no own credential allows', () => {
    const isRootOnly = { isRootOnly: true, isOwnCredential: true };
    const all = [policy('Allow'), policy('Deny', { effect: 'EFFECT_DENY' })];
    expect(predict(rules(all), question(isRootOnly)).kind).toBe('refused');
    const waiting = question({ ...isRootOnly, votes: [voter('root')] });
    expect(predict(rules(all), waiting)).toMatchObject({ kind: 'consensus', by: 'root_quorum' });
    const met = question({ ...isRootOnly, votes: [voter('root'), voter('other')] });
    expect(predict(rules(all), met)).toMatchObject({ kind: 'allowed', by: 'root_quorum' });
  });

  test('behavior: a refusal names who denies, and who errs and so protects nothing', () => {
    const errs = policy('Errs', { effect: 'EFFECT_DENY', condition: "private_key.id == 'k'" });
    const late = policy('Late', { time: "time.now > [Timestamp('2026-01-01T00:00:00Z')][1]" });
    const found = predict(rules([errs, late]), question());
    expect(found).toMatchObject({ kind: 'refused', policies: [] });
    expect(found.kind === 'refused' && found.erring.map(NAME)).toEqual(['Errs', 'Late']);
  });
});
