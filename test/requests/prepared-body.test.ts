// An exact body between being built and being stamped: what was shown is stamped, or nothing is.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ActivityDraft } from '../../src/activities/submit.ts';
import {
  demandSameBody,
  isFresh,
  noteReplaced,
  prepareBody,
  queryPrepared,
  type BodyDeps,
  type PreparedBody,
} from '../../src/requests/prepared-body.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { BUILT_IN_QUERIES, OPERATIONS } from '../../src/protocol/operations.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { profileWith } from '../vault/passkey-profile.ts';
import { NOW, PREPARED } from './pending.ts';

const MINUTE = 60_000;
const preparedAt = (at: number): PreparedBody => ({ ...PREPARED, at });

describe('isFresh', () => {
  test('behavior: for five minutes, and not if a clock that was ahead made it', () => {
    expect([0, 4, -4].map((age) => isFresh(preparedAt(NOW - age * MINUTE), NOW))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      [5, 60, -60, -100_000].map((age) => isFresh(preparedAt(NOW - age * MINUTE), NOW)),
    ).toEqual([false, false, false, false]);
  });
});

describe('demandSameBody', () => {
  const { digest } = PREPARED;

  test('behavior: the body that was shown, for less than a quarter of an hour', async () => {
    await demandSameBody(PREPARED, digest, NOW);
    await demandSameBody(PREPARED, digest, NOW + 15 * MINUTE - 1);
  });

  test.each<[string, PreparedBody | null, string, number]>([
    ['none', null, digest, NOW],
    ['another one than was shown', PREPARED, `${digest}0`, NOW],
    ['one that is too old', PREPARED, digest, NOW + 15 * MINUTE],
    ['one that was changed in its place', { ...PREPARED, body: '{ }' }, digest, NOW],
  ])('attack: %s isn’t stamped', async (_what, body, shown, now) => {
    const demanded = demandSameBody(body, shown, now);
    await expect(demanded).rejects.toMatchObject({ code: 'approval_changed' });
  });
});

describe('noteReplaced', () => {
  const [version] = OPERATIONS.update_user_name.versions;
  const draft = { operation: 'update_user_name', type: version.type } as ActivityDraft;
  const replaced = { userName: 'Earlier', userId: 'x' };

  test('behavior: an activity notes what the row replaces, a query and unknown ones nothing', () => {
    const body = { ...PREPARED, draft };
    expect(noteReplaced(body, replaced).draft).toEqual({
      ...draft,
      replaced: { userName: 'Earlier' },
    });
    expect(noteReplaced(body, undefined)).toEqual(body);
    expect(noteReplaced(PREPARED, replaced)).toBe(PREPARED);
    const unknown = { ...PREPARED, draft: { ...draft, type: 'ACTIVITY_TYPE_OF_TOMORROW' } };
    expect(noteReplaced(unknown, replaced)).toBe(unknown);
  });
});

describe('a query', () => {
  const asked = { operation: BUILT_IN_QUERIES.identity.name, profileId: 'p', parameters: {} };
  const BY_KEY = { method: 'key' } as const;
  let profile: Profile;
  let stamped: string[];
  let answer: unknown;
  let sent: unknown[];
  beforeEach(() => {
    profile = {
      ...profileWith('A'.repeat(43), 'wallet.example'),
      keyId: 'key',
      authorization: { usual: 'key', passkeyOnly: [] },
    } as unknown as Profile;
    [stamped, sent, answer] = [[], [], { userId: 'u' }];
  });
  const deps = () =>
    ({
      managed: async () => NO_POLICY,
      profiles: { get: async () => profile },
      queries: {
        askWithBody: async (...all: unknown[]) => {
          sent.push(all);
          return answer;
        },
      },
      stamp: async (_profile: unknown, _method: unknown, body: string) => {
        stamped.push(body);
        return { header: 'X-Stamp', value: 'x' };
      },
      now: () => NOW,
    }) as unknown as Omit<BodyDeps, 'submit'>;
  const prepare = () => prepareBody(deps(), asked, () => Promise.reject(new Error('no draft')));

  test('behavior: is built for the profile, and sent exactly as it was shown', async () => {
    const prepared = await prepare();
    const { organizationId, baseUrl } = profile;
    expect(prepared).toMatchObject({ at: NOW, draft: null, baseUrl });
    expect(JSON.parse(prepared.body)).toEqual({ organizationId });
    expect(await queryPrepared(deps(), asked, prepared, BY_KEY)).toEqual({ userId: 'u' });
    expect(stamped).toEqual([prepared.body]);
    expect(sent).toMatchObject([
      [
        { baseUrl, organizationId },
        BUILT_IN_QUERIES.identity,
        prepared.body,
        { priority: 'user', passkeyStamp: { value: 'x' } },
      ],
    ]);
  });

  test.each([
    { baseUrl: 'https://elsewhere.example' },
    { organizationId: '99999999-9999-4999-8999-999999999999' },
  ])('attack: nothing is stamped for a profile that is %j by now', async (changes) => {
    const prepared = await prepare();
    profile = { ...profile, ...changes };
    await expect(queryPrepared(deps(), asked, prepared, BY_KEY)).rejects.toMatchObject({
      code: 'approval_changed',
    });
    const other = { ...asked, parameters: { more: 1 } };
    profile = { ...profile, baseUrl: prepared.baseUrl };
    await expect(queryPrepared(deps(), other, prepared, BY_KEY)).rejects.toBeDefined();
    expect([stamped, sent]).toEqual([[], []]);
  });

  test('error: nor by a method that may not stamp it, nor what isn’t a query', async () => {
    const prepared = await prepare();
    profile = { ...profile, passkeys: null };
    const byPasskey = { method: 'passkey' } as unknown as typeof BY_KEY;
    await expect(queryPrepared(deps(), asked, prepared, byPasskey)).rejects.toMatchObject({
      code: 'passkey_missing',
    });
    const activity = { ...asked, operation: 'create_user_tag' };
    await expect(queryPrepared(deps(), activity, prepared, BY_KEY)).rejects.toMatchObject({
      code: 'internal',
    });
    expect(stamped).toEqual([]);
  });

  test.each([null, 'text', 7])('behavior: an answer that is %j is an empty one', async (given) => {
    answer = given;
    expect(await queryPrepared(deps(), asked, await prepare(), BY_KEY)).toEqual({});
  });

  test('behavior: an activity’s body is its draft’s', async () => {
    const draft = { body: '{}', baseUrl: 'https://draft.example' } as ActivityDraft;
    const activity = { ...asked, operation: 'create_user_tag' };
    expect(await prepareBody(deps(), activity, async () => draft)).toEqual({
      ...PREPARED,
      baseUrl: 'https://draft.example',
      draft,
    });
  });
});
