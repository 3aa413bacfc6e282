// The replacement of a profile's key as the page carries it out: its own run over the real worker and
// service, up to each way in which a step can end.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/client/client.ts';
import type { KeyRotationView } from '../../../../src/protocol/key-rotation.ts';
import { createRotation } from '../../../../src/ui/procedures/rotation/run-rotation.ts';
import { useWorkerFixture } from '../../../worker/worker-fixture.ts';
import { flowEffects, seeingAll } from '../flow-effects.ts';

const fixture = useWorkerFixture();
const REGISTRATION = /submit\/create_api_keys$/;
const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

let begun: KeyRotationView;
let rotation: ReturnType<typeof createRotation>;

const profileId = () => fixture.account.profile.id;
const call: Client['call'] = (...asked) => fixture.browser.client.call(...asked);

async function readProfile() {
  const { profiles } = await call('state', {});
  const profile = profiles.find(({ id }) => id === profileId());
  if (!profile) throw new Error('no profile');
  return profile;
}

function createRun(client: Client = fixture.browser.client): void {
  rotation = createRotation({ ...flowEffects(fixture), client, readProfile }, profileId());
}

beforeEach(async () => {
  begun = await fixture.callWithProof('rotations_begin', {
    profileId: profileId(),
    name: 'Next',
    lifetime: null,
  });
  createRun();
});

/** One run, as far as it comes. */
async function run(direction: 'forward' | 'back' = 'forward') {
  await fixture.time.run(rotation.start(direction));
  const { stage, state, entry, error } = rotation.run.value ?? {};
  return { at: `${stage} ${state}`, entry: entry?.state, error: error?.code };
}

const heldKeys = async () => (await call('keys_list', {})).map(({ id }) => id);

async function registeredKeys(): Promise<readonly string[]> {
  const input = { userId: begun.userId };
  const asked = { profileId: profileId(), operation: 'get_api_keys', parameters: input };
  const answer = (await call('query', asked)) as { apiKeys: { apiKeyName: string }[] };
  return answer.apiKeys.map(({ apiKeyName }) => apiKeyName);
}

const signingKey = async () => (await readProfile()).keyId;

describe('createRotation', () => {
  test('behavior: step by step, until the new key alone is left', async () => {
    const seen = new Set<string>();
    rotation.run.subscribe((shown) => shown && seen.add(shown.stage));
    expect(await run()).toMatchObject({ at: 'end done', error: undefined });
    expect([...seen]).toEqual(['key', 'registration', 'proof', 'removal', 'end']);
    expect(rotation.run.value?.removed).toBe(true);
    expect(await heldKeys()).toEqual([begun.newKeyId]);
    expect(await registeredKeys()).toEqual(['Next']);
  });

  test('behavior: it pauses while others decide, and goes on once they have', async () => {
    fixture.changeAnswers(/create_api_keys$|get_activity$|list_api|get_api_keys$/, (answer) => {
      if (!answer.activity) return Object.assign(answer, { apiKeys: [] });
      return Object.assign(answer.activity, { status: WAITING, result: {} });
    });
    expect(await run()).toEqual({
      at: 'registration waiting',
      entry: 'pending',
      error: undefined,
    });
    expect(await signingKey()).toBe(begun.oldKeyId);
    expect(await run()).toMatchObject({ at: 'registration waiting', entry: 'pending' });
    fixture.browser.network = fixture.serviceFetch;
    expect(await run()).toMatchObject({ at: 'end done' });
    expect(await signingKey()).toBe(begun.newKeyId);
  });

  test('error: refused: the old key signs, and the next run asks again', async () => {
    fixture.browser.network = async (url, init) => {
      if (!REGISTRATION.test(url)) return fixture.serviceFetch(url, init);
      const refusal = { code: 3, message: 'not today', details: [], turnkeyErrorCode: '' };
      return new Response(JSON.stringify(refusal), { status: 400 });
    };
    expect(await run()).toEqual({
      at: 'registration stopped',
      entry: 'refused',
      error: 'service_error',
    });
    expect(await signingKey()).toBe(begun.oldKeyId);
    fixture.browser.network = fixture.serviceFetch;
    expect(await run()).toMatchObject({ at: 'end done' });
  });

  test('error: an answer about something else is no registration: the service is asked first', async () => {
    fixture.changeAnswers(REGISTRATION, ({ activity }) => {
      activity['fingerprint'] = `sha256:${'f'.repeat(64)}`;
    });
    expect(await run()).toEqual({
      at: 'registration disproved',
      entry: 'mismatch',
      error: 'reply_mismatch',
    });
    expect(await signingKey()).toBe(begun.oldKeyId);
    fixture.browser.network = fixture.serviceFetch;
    const requests = fixture.recordRequests();
    expect(await run()).toMatchObject({ at: 'end done' });
    // It was registered: nothing is asked for twice.
    expect(requests.filter(({ path }) => REGISTRATION.test(path))).toEqual([]);
  });

  test('error: an outcome that nobody knows leaves it open, and the service is asked first', async () => {
    createRun(seeingAll(fixture.browser.client, 'unknown'));
    expect(await run()).toEqual({ at: 'registration open', entry: 'unknown', error: undefined });
    expect(await signingKey()).toBe(begun.oldKeyId);
    createRun();
    expect(await run()).toMatchObject({ at: 'end done' });
    expect(await registeredKeys()).toEqual(['Next']);
  });

  test('behavior: undone before anything was registered, the old key is left', async () => {
    await call('rotations_turn', { profileId: profileId(), direction: 'back' });
    expect(await run('back')).toMatchObject({ at: 'end done' });
    expect(rotation.run.value?.direction).toBe('back');
    expect(await heldKeys()).toEqual([begun.oldKeyId]);
  });
});
