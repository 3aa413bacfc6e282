// From a request to a stamped entry: nothing but what the user was shown, and nothing twice.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOutbox, type Outbox } from '../../src/activities/outbox/outbox.ts';
import type { OutboxRecord } from '../../src/activities/outbox/record.ts';
import {
  createSubmit,
  withReplaced,
  type ActivityRequest,
  type SubmitDeps,
} from '../../src/activities/submit.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { createConnection } from '../../src/storage/database.ts';
import { historyBeside } from '../history/fixture.ts';
import { FACTS, NOW, ORGANIZATION, recordOf, SIGNED_REQUEST } from './outbox/entries.ts';

const KEY = new Uint8Array(32).fill(9);
const BY_KEY = { method: 'key' } as const;
const OTHER_ID = '99999999-9999-4999-8999-999999999999';
const PROFILE = {
  id: 'profile',
  organizationId: ORGANIZATION,
  keyId: 'key',
  baseUrl: 'https://service.example',
  otpGeneration: 'legacy',
  passkeys: null,
  authorization: { usual: 'key', passkeyOnly: [] },
  trust: { signer: 'signer', otp: 'otp' },
} as unknown as Profile;

let profile: Profile;
let outboxKeys: typeof KEY | undefined;
let outbox: Outbox;
let stamped: string[];
let stored: string[];
let keysRead: string[];
let onStamp: () => Promise<void>;
/** What this computer's clock shows. */
let now: number;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  const connect = createConnection({ pause: () => Promise.resolve() });
  outboxKeys = KEY;
  const history = historyBeside(connect);
  const keys = async () => outboxKeys;
  outbox = createOutbox({ connect, random: randomBytes, outboxKeys: keys, history });
  [profile, now] = [PROFILE, NOW];
  [stamped, stored, keysRead] = [[], [], []];
  onStamp = async () => {};
});

const submit = () =>
  createSubmit({
    managed: async () => NO_POLICY,
    outbox,
    clock: {
      now: () => now,
      offset: ({ profileId, baseUrl }) =>
        profileId === PROFILE.id && baseUrl === PROFILE.baseUrl ? 3000 : 0,
    } as SubmitDeps['clock'],
    profile: async (id) => {
      if (id !== profile.id && id !== 'other') throw new KeystampError('profile_unknown');
      return { ...profile, id };
    },
    key: async (id) => {
      keysRead.push(id);
      return { curve: 'P256', publicKey: `02${'ab'.repeat(32)}` };
    },
    stamp: async (_profile, _method, body) => {
      stamped.push(body);
      await onStamp();
      return { header: 'X-Stamp', value: 'x' };
    },
    unseal: async () => undefined,
    demandApprovable: async () => undefined,
    onStored: (id) => void stored.push(id),
  });

const requestWith = (changes: Partial<ActivityRequest> = {}): ActivityRequest => ({
  id: 'entry',
  origin: 'popup',
  profileId: 'profile',
  operation: 'create_user_tag',
  parameters: { userTagName: 'T', userIds: [] },
  secrets: {},
  ...changes,
});
const commit = async (request = requestWith(), one = submit()) =>
  one.commit(request, await one.draft(request), BY_KEY);

describe('draft', () => {
  test('behavior: is the body to stamp, by the service’s clock, and stores nothing', async () => {
    const draft = await submit().draft(requestWith());
    expect(draft).toMatchObject({
      operation: 'create_user_tag',
      profileId: 'profile',
      organizationId: ORGANIZATION,
      keyId: 'key',
      baseUrl: PROFILE.baseUrl,
      timestampMs: NOW + 3000,
      parameters: { userTagName: 'T', userIds: [] },
    });
    expect(JSON.parse(draft.body)).toMatchObject({
      organizationId: ORGANIZATION,
      timestampMs: String(NOW + 3000),
      parameters: { userTagName: 'T', userIds: [] },
    });
    expect(draft).not.toHaveProperty('replaced');
    expect([stamped, stored, await outbox.get('entry')]).toEqual([[], [], undefined]);
  });

  test.each(['of_tomorrow', 'constructor', 'whoami'])(
    'error: an operation that Keystamp doesn’t submit: %s',
    async (operation) => {
      const drafts = [submit().draft, submit().draftPrepared];
      for (const draft of drafts) {
        await expect(draft(requestWith({ operation }))).rejects.toMatchObject({
          code: 'invalid_input',
          message: 'operation: Keystamp knows no such operation.',
          detail: { field: 'operation' },
        });
      }
    },
  );

  test('error: a parameter that isn’t of its form is named', async () => {
    const parameters = { userTagName: 'a<b', userIds: [] };
    await expect(submit().draft(requestWith({ parameters }))).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'parameters.userTagName' },
    });
  });

  test('behavior: preparing reads the profile’s key, if it has one', async () => {
    await submit().draftPrepared(requestWith());
    expect(keysRead).toEqual(['key']);
    profile = { ...PROFILE, keyId: null };
    expect(await submit().draftPrepared(requestWith())).toMatchObject({ keyId: null });
    expect(keysRead).toEqual(['key']);
  });
});

describe('commit', () => {
  test('behavior: stamps and stores exactly the draft’s body, once', async () => {
    const one = submit();
    const draft = await one.draft(requestWith());
    const entry = await one.commit(requestWith(), draft, BY_KEY);
    expect(stamped).toEqual([draft.body]);
    expect(stored).toEqual(['entry']);
    expect(entry).toMatchObject({
      record: { id: 'entry', origin: 'popup', state: 'stamped', method: 'key', createdAt: NOW },
      signedRequest: { path: draft.path, body: draft.body },
      facts: { requestDigest: draft.requestDigest, parameters: draft.parameters },
    });
    expect(entry.facts).not.toHaveProperty('replaced');
    expect(await outbox.get('entry')).toEqual(entry);
    expect(await outbox.list({ profileId: 'profile', before: null, limit: 1 })).toHaveLength(1);
  });

  test.each([
    ['organization', { organizationId: OTHER_ID }],
    ['key', { keyId: 'another key' }],
    ['host', { baseUrl: 'https://elsewhere.example' }],
  ])('attack: a draft that was approved for another %s isn’t stamped', async (_what, changes) => {
    const draft = await submit().draft(requestWith());
    profile = { ...PROFILE, ...changes };
    await expect(submit().commit(requestWith(), draft, BY_KEY)).rejects.toMatchObject({
      code: 'approval_changed',
    });
    expect([stamped, stored, await outbox.get('entry')]).toEqual([[], [], undefined]);
    profile = { ...PROFILE, name: 'Renamed' };
    await submit().commit(requestWith(), draft, BY_KEY);
    expect(stored).toEqual(['entry']);
  });

  test('error: a body whose time the service would refuse isn’t stamped', async () => {
    now = NOW + 3_600_000;
    const draft = await submit().draft(requestWith());
    now = NOW;
    await expect(submit().commit(requestWith(), draft, BY_KEY)).rejects.toMatchObject({
      code: 'approval_changed',
    });
    expect([stamped, stored, await outbox.get('entry')]).toEqual([[], [], undefined]);
    now = NOW + 3_600_000;
    await submit().commit(requestWith(), draft, BY_KEY);
    expect(stored).toEqual(['entry']);
  });

  test('behavior: what was shown as current stays with the entry, and isn’t stamped', async () => {
    const request = requestWith({
      operation: 'update_user_name',
      parameters: { userId: OTHER_ID, userName: 'Later' },
      replaced: { userName: 'Earlier' },
    });
    const { facts } = await commit(request);
    expect(facts).toMatchObject({ replaced: { userName: 'Earlier' } });
    expect(stamped[0]).not.toContain('Earlier');
  });

  test('behavior: two calls at once make one activity', async () => {
    const one = submit();
    const [first, second] = await Promise.all([
      commit(requestWith(), one),
      commit(requestWith(), one),
    ]);
    expect(second).toEqual(first);
    expect([stamped.length, stored]).toEqual([1, ['entry']]);
  });

  test('error: after an error nothing is stored, and the same id can be tried again', async () => {
    const one = submit();
    onStamp = async () => Promise.reject(new KeystampError('vault_locked'));
    await expect(commit(requestWith(), one)).rejects.toMatchObject({ code: 'vault_locked' });
    expect([stored, await outbox.get('entry')]).toEqual([[], undefined]);
    onStamp = async () => {};
    await commit(requestWith(), one);
    expect(stored).toEqual(['entry']);
  });

  test.each([{ type: 'ACTIVITY_TYPE_OF_TOMORROW' }, { operation: 'of_tomorrow' }])(
    'error: a draft of an operation or version that nobody knows: %j',
    async (changes) => {
      const draft = { ...(await submit().draft(requestWith())), ...changes };
      await expect(submit().commit(requestWith(), draft, BY_KEY)).rejects.toMatchObject({
        code: 'invalid_input',
        detail: { field: 'operation' },
      });
      expect(stored).toEqual([]);
    },
  );

  test('behavior: a secret field isn’t stored, whichever version has it', async () => {
    const values = { otpId: 'o', otpCode: 'code', encryptedOtpBundle: 'bundle' };
    const kept = [];
    for (const [at, { type }] of OPERATIONS.verify_otp.versions.entries()) {
      const draft = await submit().draft(requestWith());
      const other = { ...draft, operation: 'verify_otp', type, parameters: values };
      const { facts } = await submit().commit(requestWith({ id: `entry ${at}` }), other, BY_KEY);
      kept.push(facts?.parameters);
    }
    expect(kept).toEqual([
      { otpId: 'o', encryptedOtpBundle: 'bundle' },
      { otpId: 'o', otpCode: 'code' },
    ]);
  });
});

describe('find', () => {
  const used = { code: 'invalid_input', detail: { field: 'id', reason: 'id_used' } };

  test('behavior: the entry of the same request, or none', async () => {
    expect(await submit().find(requestWith())).toBeUndefined();
    const entry = await commit();
    expect(await submit().find(requestWith())).toEqual(entry);
  });

  test('behavior: waits for a call that is storing it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onStamp = () => promise;
    const one = submit();
    const committing = commit(requestWith(), one);
    while (stamped.length === 0) await new Promise((turn) => setImmediate(turn));
    const finding = one.find(requestWith());
    resolve();
    expect(await finding).toEqual(await committing);
  });

  test.each<Partial<ActivityRequest>>([
    { profileId: 'other' },
    { operation: 'create_wallet' },
    { parameters: { userTagName: 'T', userIds: [OTHER_ID] } },
    { parameters: { userTagName: 'T' } },
    { parameters: { userTagName: 'T', userIds: null } },
    { secrets: { code: '1' } },
  ])('error: the id belongs to another request: %j', async (changes) => {
    await commit();
    await expect(submit().find(requestWith(changes))).rejects.toMatchObject(used);
    await expect(submit().find(requestWith({ ...changes, id: 'x' }))).resolves.toBeUndefined();
  });

  test('behavior: the order of members and members without a value don’t count, the order of items does', async () => {
    const account = (addressFormat: string) => ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat,
    });
    const accounts = [account('ADDRESS_FORMAT_ETHEREUM'), account('ADDRESS_FORMAT_TRON')];
    const wallet = (parameters: ActivityRequest['parameters']) =>
      requestWith({ operation: 'create_wallet', parameters });
    const entry = await commit(wallet({ walletName: 'W', accounts }));
    const turned = accounts.map((one) => Object.fromEntries(Object.entries(one).toReversed()));
    const same = wallet({ more: undefined, accounts: turned, walletName: 'W' });
    expect(await submit().find(same)).toEqual(entry);
    const other = wallet({ walletName: 'W', accounts: accounts.toReversed() });
    await expect(submit().find(other)).rejects.toMatchObject(used);
  });

  test('behavior: while locked, the profile and the operation tell requests apart', async () => {
    await commit();
    outboxKeys = undefined;
    const found = await submit().find(requestWith({ parameters: { userTagName: 'unreadable' } }));
    expect(found).toMatchObject({ record: { id: 'entry' }, facts: null });
    for (const changes of [{ profileId: 'other' }, { operation: 'create_wallet' }])
      await expect(submit().find(requestWith(changes))).rejects.toMatchObject(used);
  });
});

describe('withReplaced', () => {
  const fields = OPERATIONS.update_user_name.versions[0].fields;

  test('behavior: keeps what the row says is replaced, and nothing else', () => {
    const replaced = { userName: 'Earlier', userId: 'x', more: 'y', constructor: 'z' };
    expect(withReplaced({ fields }, replaced)).toEqual({ replaced: { userName: 'Earlier' } });
    expect(withReplaced({ fields }, { userId: 'x' })).toStrictEqual({});
    expect(withReplaced({ fields })).toStrictEqual({});
  });
});

describe('codes in two generations', () => {
  const OTP_ID = '0d9f8e7c-6b5a-4d3c-8b2a-1f0e9d8c7b6a';
  const typeOf = (generation: 'legacy' | 'enclave') =>
    OPERATIONS.init_otp.versions.find((one) => one.generation === generation)?.type ?? '';

  /** An entry that sent a code. */
  const sent = (
    generation: 'legacy' | 'enclave',
    result: Record<string, unknown> | null = { otpId: OTP_ID },
    changes: Partial<OutboxRecord> = {},
  ) =>
    outbox.add(
      recordOf({ operation: 'init_otp', type: typeOf(generation), state: 'completed', ...changes }),
      SIGNED_REQUEST,
      { ...FACTS, result },
    );
  /** Whether a code of that ID may be answered by a profile of the legacy generation. */
  const answered = (parameters: Record<string, unknown> = { otpId: OTP_ID }) =>
    submit()
      .draft(
        requestWith({
          operation: 'verify_otp',
          parameters: { otpCode: '123456', ...parameters },
        }),
      )
      .then(
        () => 'drafted',
        (error: unknown) => (error instanceof KeystampError ? error.code : error),
      );

  test('error: a code of the other generation isn’t answered', async () => {
    await sent('enclave');
    expect(await answered()).toBe('generation_mixed');
    expect(await answered({ otpId: 'another' })).toBe('drafted');
    expect(await answered({ otpId: OTP_ID, encryptedOtpBundle: 'other' })).toBe('generation_mixed');
  });

  test('behavior: a code of the same generation is', async () => {
    await sent('legacy');
    expect(await answered()).toBe('drafted');
    profile = { ...PROFILE, otpGeneration: 'enclave' };
    expect(await answered()).toBe('generation_mixed');
  });

  test.each<[string, () => Promise<void>]>([
    ['another operation', () => sent('enclave', undefined, { operation: 'create_user_tag' })],
    ['another profile', () => sent('enclave', undefined, { profileId: 'other' })],
    ['a code that wasn’t sent', () => sent('enclave', null)],
    ['a result without the member', () => sent('enclave', {})],
  ])('behavior: %s says nothing about it', async (_what, add) => {
    await add();
    expect(await answered()).toBe('drafted');
  });

  test('behavior: nor does an entry that can’t be read', async () => {
    await sent('enclave');
    outboxKeys = undefined;
    expect(await answered()).toBe('drafted');
  });
});
