// A passkey's vote: its domain, presence, challenge and signature.
import { expect, test } from 'vitest';
import type { CheckContext } from '../../src/votes/check-activity.ts';
import { challengeOf, type Ceremony } from '../webauthn/authenticator.ts';
import {
  at,
  check,
  completed,
  forged,
  passkey,
  unchecked,
  useVotedActivities,
  VERIFIED,
  votesOf,
  withVote,
} from './voted-activities.ts';

useVotedActivities();

/** The passkey's vote made anew by the same passkey, with something else about its ceremony. */
const votedBy = (ceremony: Partial<Ceremony>) => {
  const place = votesOf(completed).length - 1;
  const { message } = at(completed, place);
  const assertion = passkey.authenticator.assert(challengeOf(message), ceremony);
  return withVote(completed, place, { signature: JSON.stringify(assertion) });
};
const passkeysVote = async (ceremony: Partial<Ceremony>, changes: Partial<CheckContext> = {}) =>
  (await check(votedBy(ceremony), changes)).votes.at(-1);

test('error: a passkey’s vote for a domain that its page is not of', async () => {
  const origin = 'https://pay.example.com';
  expect(await passkeysVote({})).toEqual(VERIFIED);
  for (const rpId of ['pay.example.com', 'example.com']) {
    expect(await passkeysVote({ origin, rpId }), rpId).toEqual(VERIFIED);
  }
  for (const [page, rpId] of [
    [origin, 'other.example.com'],
    [origin, 'ay.example.com'],
    [origin, ''],
    ['https://example.com', 'pay.example.com'],
    ['http://localhost', 'example.com'],
    ['not an origin', 'localhost'],
    ['file:///', ''],
  ] as const) {
    const found = await passkeysVote({ origin: page, rpId });
    expect([page, rpId, found]).toEqual([page, rpId, unchecked('domain_unknown')]);
  }
  // An extension's page has no domain: its passkeys are for the profile's.
  const own = { origin: 'chrome-extension://abcdefghijklmnop', rpId: 'keystamp.example' };
  expect(await passkeysVote(own)).toEqual(unchecked('domain_unknown'));
  expect(await passkeysVote(own, { rpIds: ['keystamp.example'] })).toEqual(VERIFIED);
  expect(await passkeysVote(own, { rpIds: ['example'] })).toEqual(unchecked('domain_unknown'));
  const unknownDomain = await check(votedBy({ origin, rpId: 'other.example.com' }));
  expect(unknownDomain.activity).toEqual(unchecked('vote_unchecked'));
});

test('error: a passkey’s vote while nobody was there, or of another ceremony', async () => {
  const PRESENT = 1;
  expect(await passkeysVote({ flags: PRESENT })).toEqual(VERIFIED);
  for (const flags of [0, 0xff & ~PRESENT]) {
    expect(await passkeysVote({ flags }), String(flags)).toEqual(forged('signature_invalid'));
  }
  expect(await passkeysVote({ type: 'webauthn.create' })).toEqual(forged('signature_invalid'));
});

test('error: a passkey’s vote over another challenge, or changed after it was signed', async () => {
  const place = votesOf(completed).length - 1;
  const stamp = JSON.parse(at(completed, place).signature) as Record<string, string>;
  const other = passkey.authenticator.assert(challengeOf(at(completed, 0).message));
  const ofOther = withVote(completed, place, { signature: JSON.stringify(other) });
  expect((await check(ofOther)).votes[place]).toEqual(forged('signature_invalid'));
  const clientData = Buffer.from(stamp['clientDataJson'] ?? '', 'base64url').toString();
  const withClientData = (text: string) => {
    const clientDataJson = Buffer.from(text).toString('base64url');
    const signature = JSON.stringify({ ...stamp, clientDataJson });
    return withVote(completed, place, { signature });
  };
  for (const text of [
    clientData.replace('webauthn.get', 'webauthn.create'),
    clientData.replace(/"challenge":"./, '"challenge":"_'),
    clientData.replace('{', '{"more":1,'),
    '[]',
  ]) {
    expect((await check(withClientData(text))).votes[place]).toEqual(forged('signature_invalid'));
  }
  const unreadable = withVote(completed, place, { signature: '{}' });
  expect((await check(unreadable)).votes[place]).toEqual(forged('signature_invalid'));
  const otherKey = withVote(completed, place, { publicKey: 'pQECAyYgASFYIA' });
  expect((await check(otherKey)).votes[place]?.kind).toBe('forged');
});
