// A profile's API key is replaced by a new one, at the real local service. The worker is killed between
// any two steps: a key that works stays, and the rest can go on or be undone.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeyRotationView } from '../../src/protocol/key-rotation.ts';
import { KEY_REGISTRATION, KEY_REMOVAL } from '../../src/protocol/operations.ts';
import type { ApiKeyRecord } from '../../src/protocol/service-records.ts';
import { readAllStores } from './stores.ts';
import { SETTLED, useWorkerFixture } from './worker-fixture.ts';

const fixture = useWorkerFixture();
afterEach(() => vi.restoreAllMocks());
const { callWithProof } = fixture;
/** How long a busy machine may take. */
const profileId = () => fixture.account.profile.id;
const call: typeof fixture.browser.client.call = (name, input, secret) =>
  fixture.browser.client.call(name, input, secret);

const begin = (name = 'Next', lifetime: string | null = null) =>
  callWithProof('rotations_begin', { profileId: profileId(), name, lifetime });
const resume = () => call('rotations_resume', { profileId: profileId() });
const adopt = () => call('rotations_adopt', { profileId: profileId() });
const finish = () => call('rotations_finish', { profileId: profileId() });

async function submitAndWait(id: string, operation: string, parameters: Record<string, unknown>) {
  await fixture.submit(operation, parameters, { id });
  await fixture.time.passes(async () =>
    expect(SETTLED.includes((await call('activities_get', { id })).state)).toBe(true),
  );
  return call('activities_get', { id });
}

function register({ registrationId, userId, newKey, lifetime }: KeyRotationView) {
  const apiKeys = [
    {
      apiKeyName: newKey?.name,
      curveType: 'API_KEY_CURVE_P256',
      publicKey: newKey?.publicKey,
      ...(lifetime !== null && { expirationSeconds: lifetime }),
    },
  ];
  return submitAndWait(registrationId, KEY_REGISTRATION.name, { userId, apiKeys });
}

async function listed(userId: string): Promise<readonly ApiKeyRecord[]> {
  const input = { profileId: profileId(), operation: 'get_api_keys', parameters: { userId } };
  const { apiKeys } = (await call('query', input)) as { apiKeys: readonly ApiKeyRecord[] };
  return apiKeys;
}

async function removeAtService({ removalId, userId }: KeyRotationView, publicKey = '') {
  const record = (await listed(userId)).find((one) => one.credential.publicKey === publicKey);
  const parameters = { userId, apiKeyIds: [record?.apiKeyId] };
  return submitAndWait(removalId, KEY_REMOVAL.name, parameters);
}

/** Where the scalar begins in the PKCS #8 of a P-256 key (RFC 5915, RFC 5958). */
const SCALAR_AT = 36;

/** Notes the private keys that are made from now on. */
function spyOnPrivateKeys(): Buffer[] {
  const secrets: Buffer[] = [];
  const { subtle } = crypto;
  const exportKey = subtle.exportKey.bind(subtle) as (
    format: string,
    key: CryptoKey,
  ) => Promise<ArrayBuffer>;
  vi.spyOn(subtle, 'exportKey').mockImplementation(async (format: string, key: CryptoKey) => {
    const exported = await exportKey(format, key);
    if (format === 'pkcs8') secrets.push(Buffer.from(exported.slice(SCALAR_AT, SCALAR_AT + 32)));
    return exported;
  });
  return secrets;
}

const works = async () => (await call('profiles_check', { id: profileId() })).userId;
const presentKeyId = async () =>
  (await call('state', {})).profiles.find(({ id }) => id === profileId())?.keyId;

describe('forward', () => {
  test('behavior: killed after each step, it goes on and ends with the new key alone', async () => {
    const begun = await begin();
    const oldKey = begun.oldKey;
    fixture.browser.kill();
    expect(await works()).toBe(begun.userId);
    expect(await resume()).toMatchObject({ newKeyId: begun.newKeyId, newKeyName: 'Next' });
    expect(await register(begun)).toMatchObject({ state: 'completed' });
    fixture.browser.kill();
    expect(await works()).toBe(begun.userId);
    expect(await presentKeyId()).toBe(begun.oldKeyId);
    await adopt();
    fixture.browser.kill();
    expect(await presentKeyId()).toBe(begun.newKeyId);
    expect(await works()).toBe(begun.userId);
    const removal = await removeAtService(begun, oldKey?.publicKey);
    expect(removal).toMatchObject({ state: 'completed' });
    fixture.browser.kill();
    expect(await works()).toBe(begun.userId);
    expect(await finish()).toEqual({ removed: true });
    fixture.browser.kill();
    expect(await works()).toBe(begun.userId);
    expect((await call('keys_list', {})).map(({ id }) => id)).toEqual([begun.newKeyId]);
    expect(await call('rotations_list', {})).toEqual([]);
    const keys = await listed(begun.userId);
    expect(keys.map(({ credential }) => credential.publicKey)).toEqual([begun.newKey?.publicKey]);
  });

  test('behavior: the new key lives as long as was chosen', async () => {
    const begun = await begin('Short', '86400');
    await register(begun);
    const keys = await listed(begun.userId);
    expect(keys.find(({ apiKeyName }) => apiKeyName === 'Short')?.expirationSeconds).toBe('86400');
  });

  test('attack: no private key leaves the worker or lies anywhere in clear', async () => {
    const secrets = spyOnPrivateKeys();
    const requests = fixture.recordRequests();
    const begun = await begin();
    await register(begun);
    await adopt();
    await removeAtService(begun, begun.oldKey?.publicKey);
    await finish();
    expect(secrets.length).toBeGreaterThan(0);
    const { sent, session, local } = fixture.browser;
    const database = await readAllStores(fixture.browser);
    const seen = JSON.stringify([begun, requests, sent, [...session], [...local], database]);
    for (const secret of secrets) {
      expect(seen).not.toContain(secret.toString('hex'));
      expect(seen).not.toContain(secret.toString('base64url'));
      expect(seen).not.toContain(secret.toString('base64').replace(/=+$/, ''));
    }
  });

  test('behavior: a second begin finds the first one', async () => {
    const [one, two] = [await begin(), await begin('Other')];
    expect(two).toEqual(one);
    expect(await call('keys_list', {})).toHaveLength(2);
  });

  test('behavior: undone before anything was registered, only the old key is left', async () => {
    const begun = await begin();
    await call('rotations_turn', { profileId: profileId(), direction: 'back' });
    await adopt();
    expect(await finish()).toEqual({ removed: true });
    expect((await call('keys_list', {})).map(({ id }) => id)).toEqual([begun.oldKeyId]);
  });

  test('error: the profile never changes to a key that the service does not know', async () => {
    const begun = await begin();
    await expect(adopt()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await presentKeyId()).toBe(begun.oldKeyId);
    await expect(finish()).rejects.toMatchObject({ code: 'key_in_use' });
    expect(await call('keys_list', {})).toHaveLength(2);
  });

  test('error: nor to a key that the service says is another user’s', async () => {
    const begun = await begin();
    await register(begun);
    fixture.browser.network = async (url, init) => {
      const response = await fixture.serviceFetch(url, init);
      if (!url.endsWith('/query/whoami')) return response;
      const answer = (await response.json()) as Record<string, unknown>;
      return Response.json({ ...answer, userId: crypto.randomUUID() });
    };
    await expect(adopt()).rejects.toMatchObject({
      code: 'reply_mismatch',
      detail: { reason: 'key_of_another_user' },
    });
    expect(await presentKeyId()).toBe(begun.oldKeyId);
  });

  test('error: the old key stays in the vault while the service lists it', async () => {
    const begun = await begin();
    await register(begun);
    await adopt();
    await expect(finish()).rejects.toMatchObject({ detail: { reason: 'key_still_registered' } });
    expect(await call('keys_list', {})).toHaveLength(2);
  });

  test('error: and while a request that it signed is not at the service', async () => {
    const begun = await begin();
    await register(begun);
    const { network } = fixture.browser;
    fixture.browser.network = async (url, init) =>
      url.includes('/submit/') ? Promise.reject(new TypeError('away')) : network(url, init);
    await fixture.submitTag();
    await expect(adopt()).rejects.toMatchObject({ detail: { reason: 'key_has_unsent' } });
    // The new key is proved and signs already.
    expect(await presentKeyId()).toBe(begun.newKeyId);
  });

  test('error: neither key can be deleted meanwhile', async () => {
    const { oldKeyId, newKeyId } = await begin();
    const detail = { reason: 'key_in_rotation' };
    await expect(callWithProof('keys_remove', { id: newKeyId })).rejects.toMatchObject({ detail });
    await expect(callWithProof('keys_remove', { id: oldKeyId })).rejects.toMatchObject({
      code: 'key_in_use',
    });
  });

  test('error: a taken name begins nothing', async () => {
    const { name } = fixture.account.key;
    await expect(begin(name)).rejects.toMatchObject({ detail: { reason: 'key_name_taken' } });
    expect(await call('rotations_list', {})).toEqual([]);
  });

  test('error: nor does a key that no longer works', async () => {
    fixture.browser.network = async () =>
      Response.json({ code: 16, message: 'no' }, { status: 401 });
    await expect(begin()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await call('rotations_list', {})).toEqual([]);
    expect(await call('keys_list', {})).toHaveLength(1);
  });
});

describe('back', () => {
  const undo = () => call('rotations_turn', { profileId: profileId(), direction: 'back' });

  test('behavior: undone after the change, the old key signs again and the new one is gone', async () => {
    const begun = await begin();
    await register(begun);
    await adopt();
    const turned = await undo();
    expect(turned.removalId).not.toBe(begun.removalId);
    fixture.browser.kill();
    await adopt();
    expect(await presentKeyId()).toBe(begun.oldKeyId);
    await expect(finish()).rejects.toMatchObject({ detail: { reason: 'key_still_registered' } });
    await removeAtService(turned, begun.newKey?.publicKey);
    expect(await finish()).toEqual({ removed: true });
    expect(await works()).toBe(begun.userId);
    expect(await listed(begun.userId)).toHaveLength(1);
  });

  test('error: not while the new key may still be registered', async () => {
    const begun = await begin();
    const { network } = fixture.browser;
    fixture.browser.network = async (url, init) =>
      url.includes('/submit/') ? Promise.reject(new TypeError('away')) : network(url, init);
    await fixture.submit(
      KEY_REGISTRATION.name,
      {
        userId: begun.userId,
        apiKeys: [
          {
            apiKeyName: 'Next',
            curveType: 'API_KEY_CURVE_P256',
            publicKey: begun.newKey?.publicKey,
          },
        ],
      },
      { id: begun.registrationId },
    );
    await undo();
    await expect(finish()).rejects.toMatchObject({ detail: { reason: 'registration_open' } });
    expect(await call('keys_list', {})).toHaveLength(2);
  });
});

describe('what else happens meanwhile', () => {
  test('behavior: a request that the old key signed is followed with the new one', async () => {
    fixture.changeAnswers(/create_user_tag|get_activity/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      activity['result'] = {};
    });
    const { id } = await fixture.submitTag();
    const stateOf = async () => (await call('activities_get', { id })).state;
    await fixture.time.passes(async () => expect(await stateOf()).toBe('pending'));
    fixture.browser.network = fixture.serviceFetch;
    const begun = await begin();
    await register(begun);
    await adopt();
    await removeAtService(begun, begun.oldKey?.publicKey);
    expect(await finish()).toEqual({ removed: true });
    await call('activities_retry', { id });
    await fixture.time.passes(async () => expect(await stateOf()).toBe('completed'));
  });

  test('behavior: profiles of the same place change along, those of another keep the key', async () => {
    const { profile } = fixture.account;
    const twin = { ...profile, id: null, name: 'Twin' };
    const { id: twinId } = await callWithProof('profiles_save', twin);
    const far = { ...profile, id: null, name: 'Far', organizationId: crypto.randomUUID() };
    const { id: farId } = await callWithProof('profiles_save', far);
    const begun = await begin();
    await register(begun);
    await adopt();
    const { profiles } = await call('state', {});
    const keyOf = (wanted: string) => profiles.find(({ id }) => id === wanted)?.keyId;
    expect([keyOf(twinId), keyOf(farId)]).toEqual([begun.newKeyId, begun.oldKeyId]);
    await removeAtService(begun, begun.oldKey?.publicKey);
    expect(await finish()).toEqual({ removed: false });
    expect(await call('keys_list', {})).toHaveLength(2);
  });

  test('behavior: a profile that went elsewhere makes it stale; both keys stay', async () => {
    const begun = await begin();
    const { profile } = fixture.account;
    const moved = { ...profile, organizationId: crypto.randomUUID() };
    await callWithProof('profiles_save', moved);
    const [shown] = await call('rotations_list', {});
    expect(shown).toMatchObject({ isStale: true });
    await expect(resume()).rejects.toMatchObject({ code: 'rotation_stale' });
    expect(await call('rotations_discard', { profileId: profileId() })).toEqual([]);
    const ids = (await call('keys_list', {})).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([begun.oldKeyId, begun.newKeyId].toSorted());
  });

  test('behavior: with its profile gone, both keys can be deleted', async () => {
    const { oldKeyId, newKeyId } = await begin();
    await callWithProof('profiles_remove', { id: profileId() });
    await callWithProof('keys_remove', { id: newKeyId });
    expect(await callWithProof('keys_remove', { id: oldKeyId })).toEqual([]);
  });

  test('behavior: one that can go on is not discarded', async () => {
    await begin();
    expect(await call('rotations_discard', { profileId: profileId() })).toHaveLength(1);
  });

  test('error: nothing of it while locked', async () => {
    await begin();
    await call('vault_lock', {});
    await expect(call('rotations_list', {})).rejects.toMatchObject({ code: 'vault_locked' });
    await expect(adopt()).rejects.toMatchObject({ code: 'vault_locked' });
  });
});
