// Whose a vote's key is: by the organization's list as it is now, and by the record in the vote.
import { expect, test } from 'vitest';
import type { UserRecord } from '../../src/protocol/service-records.ts';
import { findKeyFault } from '../../src/votes/credentials.ts';

const API_KEY = '02abcdef';
const PASSKEY = 'pQECAyYgASFYIAbC';

const userOf = (userId: string, apiKeys: string[] = [], authenticators: string[] = []) =>
  ({
    userId,
    apiKeys: apiKeys.map((publicKey) => ({ credential: { publicKey } })),
    authenticators: authenticators.map((publicKey) => ({ credential: { publicKey } })),
  }) as never as UserRecord;

const carol = userOf('carol', ['03ff', API_KEY], ['other', PASSKEY]);
const carolWithout = userOf('carol', ['03ff'], ['other']);
const dave = userOf('dave', ['03ee']);

test.each<
  [string, string, UserRecord | null | undefined, UserRecord[] | undefined, string | undefined]
>([
  ['an API key of the list', API_KEY, null, [dave, carol], undefined],
  ['an API key in capitals', API_KEY.toUpperCase(), null, [dave, carol], undefined],
  ['an API key in capitals in the list', API_KEY, null, [userOf('carol', ['02ABCDEF'])], undefined],
  ['a passkey of the list', PASSKEY, null, [dave, carol], undefined],
  ['a passkey in another case', PASSKEY.toLowerCase(), null, [carol], 'key_of_nobody'],
  ['a key that two have', API_KEY, null, [userOf('dave', [API_KEY]), carol], undefined],
  ['another user’s key', API_KEY, null, [userOf('dave', [API_KEY])], 'key_of_other'],
  [
    'another user’s key that the vote says is its own',
    API_KEY,
    carol,
    [userOf('dave', [API_KEY]), carolWithout],
    'key_of_other',
  ],
  ['a key that was removed', API_KEY, carol, [dave, carolWithout], 'key_removed'],
  ['a key of a user who was removed', API_KEY, carol, [dave], undefined],
  ['a key without a list', API_KEY, carol, undefined, undefined],
  ['a key that neither says', API_KEY, carolWithout, [carolWithout], 'key_of_nobody'],
  ['a key that only the list could say', API_KEY, null, [dave, carolWithout], 'key_of_nobody'],
  ['a key that the vote doesn’t say', API_KEY, carolWithout, [dave], 'key_of_nobody'],
  [
    'a key that the vote doesn’t say, without a list',
    API_KEY,
    carolWithout,
    undefined,
    'key_of_nobody',
  ],
  ['a user whom nobody names', API_KEY, null, [dave], 'user_unknown'],
  ['nothing at all', API_KEY, null, undefined, 'user_unknown'],
  ['nothing, not even that there is no record', API_KEY, undefined, undefined, 'user_unknown'],
])('behavior: %s', (_, publicKey, user, users, fault) => {
  expect(findKeyFault({ userId: 'carol', user, publicKey }, users)).toBe(fault);
});
