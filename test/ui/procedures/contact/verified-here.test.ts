// When a contact was verified in this browser, by its own activities alone.
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../../src/protocol/operations.ts';
import type { EntryView } from '../../../../src/protocol/outbox-entry.ts';
import { verifiedAt } from '../../../../src/ui/procedures/contact/verified-here.ts';
import { entry, id } from '../../page/world.ts';

const CONTACT = 'ada@example.com';
const USER = id(30);
const ROW = OPERATIONS.update_user_email;

const done = (operation: string, at: number, facts: Partial<EntryView>): EntryView => ({
  ...entry,
  operation,
  state: 'completed',
  createdAt: at,
  updatedAt: at,
  ...facts,
});
const sent = (facts: Partial<EntryView> = {}) =>
  done('init_otp', 10, { parameters: { contact: CONTACT }, result: { otpId: 'a' }, ...facts });
const checked = (facts: Partial<EntryView> = {}) =>
  done('verify_otp', 20, { parameters: { otpId: 'a' }, result: {}, ...facts });
const set = (facts: Partial<EntryView> = {}) =>
  done('update_user_email', 30, { parameters: { userId: USER, userEmail: CONTACT }, ...facts });

test('behavior: by the check of a code that was sent to it, before it was set', () => {
  expect(verifiedAt([set(), checked(), sent()], ROW, USER, CONTACT)).toBe(20);
  const later = { createdAt: 40, updatedAt: 40 };
  const all = [set({ createdAt: 50 }), checked(later), set(), checked(), sent()];
  expect(verifiedAt(all, ROW, USER, CONTACT)).toBe(40);
});

test.each<[string, readonly EntryView[]]>([
  ['it was set without a code', [set()]],
  ['the code was wrong', [set(), checked({ state: 'refused' }), sent()]],
  ['the code was never sent', [set(), checked(), sent({ state: 'failed' })]],
  ['the code went elsewhere', [set(), checked(), sent({ parameters: { contact: 'b@c.example' } })]],
  ['the check was of another code', [set(), checked({ parameters: { otpId: 'b' } }), sent()]],
  ['the check names no code', [set(), checked({ parameters: {} }), sent({ result: {} })]],
  ['it was set before', [set({ createdAt: 19 }), checked(), sent()]],
  ['it was not set', [set({ state: 'rejected' }), checked(), sent()]],
  [
    'another user’s was set',
    [set({ parameters: { userId: id(31), userEmail: CONTACT } }), checked(), sent()],
  ],
  [
    'another one was set',
    [set({ parameters: { userId: USER, userEmail: 'b@c.example' } }), checked(), sent()],
  ],
  [
    'nothing can be read',
    [set({ parameters: null }), checked({ parameters: null }), sent({ result: null })],
  ],
])('error: not where %s', (_, entries) => {
  expect(verifiedAt(entries, ROW, USER, CONTACT)).toBeUndefined();
});

test('error: a row that verifies nothing tells nothing', () => {
  expect(
    verifiedAt([set(), checked(), sent()], OPERATIONS.update_wallet, USER, CONTACT),
  ).toBeUndefined();
});
