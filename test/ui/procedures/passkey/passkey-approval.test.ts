// One stamp inside the page: every way that the question can end.
import {
  beginningAt,
  createProcedure,
  type ProcedureRun,
} from '../../../../src/ui/procedures/procedure.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/protocol/profile.ts';
import { waitForState } from '../../../worker/fake-browser.ts';
import { useWorkerFixture } from '../../../worker/worker-fixture.ts';
import { createPasskeyUser, type PasskeyUser } from './passkey-user.ts';
import { ready } from '../../../worker/tab.ts';

const fixture = useWorkerFixture();
let user: PasskeyUser;
let profile: Profile;

beforeEach(async () => {
  user = createPasskeyUser(fixture);
  const { userId } = fixture.account.enrolment;
  const authenticators = [user.device.register()];
  const { id } = await fixture.submit('create_authenticators', { userId, authenticators });
  await waitUntilSettled(id);
  profile = await saveProfile({
    passkeys: {
      rpId: null,
      credentials: [{ id: user.device.credentialId, name: 'Mine', transports: [] }],
    },
    authorization: { usual: 'key', passkeyOnly: ['create_user_tag'] },
  });
});

async function saveProfile(changes: Partial<Profile>): Promise<Profile> {
  const before = profile?.id === fixture.account.profile.id ? profile : fixture.account.profile;
  profile = await fixture.callWithProof('profiles_save', { ...before, ...changes });
  return profile;
}

const waitUntilSettled = async (id: string): Promise<string> =>
  (await waitForState(fixture.browser, id, ['completed', 'failed', 'refused'])).state;

const createRequest = () => ({
  id: crypto.randomUUID(),
  profile,
  operation: 'create_user_tag',
  parameters: { userTagName: `T ${crypto.randomUUID().slice(0, 20)}`, userIds: [] },
  purpose: 'to test',
});

const state = () => user.passkeyApproval.pending.value?.state;
const error = () => user.passkeyApproval.pending.value?.error?.code;

const waitUntilForgotten = () =>
  fixture.time.passes(async () =>
    expect((await fixture.browser.client.call('requests_list', {})).items).toEqual([]),
  );
const waitUntilReady = () => fixture.time.until(() => state() === 'ready');

describe('createStamping', () => {
  test('behavior: what the key may stamp is stamped at once, with no question', async () => {
    await saveProfile({ authorization: { usual: 'key', passkeyOnly: [] } });
    const entry = await user.submitter.submit(createRequest());
    expect(entry.method).toBe('key');
    expect(user.asked.signed).toEqual([]);
  });

  test('behavior: the prompt comes with the click, and shows what it signs before', async () => {
    const request = createRequest();
    const submitted = user.submitter.submit(request);
    expect(state()).toBe('preparing');
    await waitUntilReady();
    expect(user.asked.signed).toEqual([]);
    const opened = user.passkeyApproval.pending.value?.details;
    expect(opened?.body).toContain(request.parameters.userTagName);
    user.passkeyApproval.prompt();
    // In the click itself: browsers take it for no click later.
    expect(user.asked.signed).toHaveLength(1);
    expect(await fixture.time.run(submitted)).toMatchObject({ id: request.id, method: 'passkey' });
    expect(await waitUntilSettled(request.id)).toBe('completed');
    expect(user.passkeyApproval.pending.value).toBeNull();
  });

  test('error: who leaves has nothing stamped, and the body is forgotten', async () => {
    const before = await fixture.effects();
    const submitted = user.submitter.submit(createRequest());
    await waitUntilReady();
    user.passkeyApproval.cancel();
    await expect(submitted).rejects.toMatchObject({ code: 'passkey_cancelled' });
    await waitUntilForgotten();
    expect(await fixture.effects()).toBe(before);
  });

  test('error: an answer that comes after leaving is dropped', async () => {
    const before = await fixture.effects();
    let answer = () => {};
    user.mood.delay = new Promise((go) => (answer = go));
    const request = createRequest();
    const submitted = user.submitter.submit(request);
    await waitUntilReady();
    user.passkeyApproval.prompt();
    expect(state()).toBe('prompting');
    user.passkeyApproval.cancel();
    expect(user.mood.isCancelled).toBe(true);
    await expect(submitted).rejects.toMatchObject({ code: 'passkey_cancelled' });
    answer();
    await fixture.time.pass(10_000);
    const known = fixture.browser.client.call('activities_get', { id: request.id });
    await expect(known).rejects.toMatchObject({ code: 'activity_unknown' });
    await waitUntilForgotten();
    expect(await fixture.effects()).toBe(before);
  });

  test.each([
    'passkey_cancelled',
    'passkey_timeout',
    'passkey_failed',
    'passkey_domain_refused',
    'passkey_unsupported',
  ] as const)('error: %s is said, and one more click tries again', async (code) => {
    const submitted = user.submitter.submit(createRequest());
    await waitUntilReady();
    user.mood.error = code;
    user.passkeyApproval.prompt();
    await fixture.time.until(() => state() === 'failed');
    expect(error()).toBe(code);
    delete user.mood.error;
    user.passkeyApproval.prompt();
    expect(user.asked.signed).toHaveLength(2);
    expect((await fixture.time.run(submitted)).method).toBe('passkey');
  });

  test('error: an answer about something else is refused by the worker, and can be given again', async () => {
    const submitted = user.submitter.submit(createRequest());
    await waitUntilReady();
    user.mood.tampering = { origin: 'https://evil.example' };
    user.passkeyApproval.prompt();
    await fixture.time.until(() => state() === 'failed');
    expect(error()).toBe('passkey_invalid');
    delete user.mood.tampering;
    user.passkeyApproval.prompt();
    expect((await fixture.time.run(submitted)).method).toBe('passkey');
  });

  test('error: a request that has gone is made anew, and waits for a click of its own', async () => {
    const submitted = user.submitter.submit(createRequest());
    await waitUntilReady();
    const { id = '' } = user.passkeyApproval.pending.value?.details ?? {};
    const decision = { kind: 'refuse' } as const;
    await fixture.browser.client.call('requests_decide', { id, decision });
    user.passkeyApproval.prompt();
    await fixture.time.until(() => state() === 'failed');
    expect(error()).toBe('approval_gone');
    user.passkeyApproval.prompt();
    await waitUntilReady();
    expect(user.asked.signed).toHaveLength(1);
    user.passkeyApproval.prompt();
    expect((await fixture.time.run(submitted)).method).toBe('passkey');
  });

  test('behavior: when the worker did it and did not say so, its entry counts', async () => {
    const request = createRequest();
    const { client } = fixture.browser;
    const submitted = user.submitter.submit(request);
    await waitUntilReady();
    const details = user.passkeyApproval.pending.value?.details;
    const { digest = '', id = '' } = details ? ready(details) : {};
    const answer = user.device.assert(new TextEncoder().encode(digest));
    const by = { method: 'passkey', answer } as const;
    const decision = { kind: 'approve', digest, by, grant: null } as const;
    await client.call('requests_decide', { id, decision });
    user.passkeyApproval.prompt();
    expect(await fixture.time.run(submitted)).toMatchObject({ id: request.id, method: 'passkey' });
  });

  test('behavior: the key may take its place where the rule leaves both', async () => {
    await saveProfile({ authorization: { usual: 'passkey', passkeyOnly: [] } });
    const submitted = user.submitter.submit(createRequest());
    await waitUntilReady();
    expect(user.passkeyApproval.pending.value?.request.allowsKey).toBe(true);
    user.passkeyApproval.useKey();
    expect((await fixture.time.run(submitted)).method).toBe('key');
    await waitUntilForgotten();
    expect(user.asked.signed).toEqual([]);
  });

  test('error: a rule without a passkey leaves nothing, and the worker says so', async () => {
    await saveProfile({ passkeys: null });
    await expect(user.submitter.submit(createRequest())).rejects.toMatchObject({
      code: 'passkey_missing',
    });
  });

  test('behavior: a second question takes the place of the first', async () => {
    const first = user.submitter.submit(createRequest());
    const second = user.submitter.submit(createRequest());
    await expect(first).rejects.toMatchObject({ code: 'passkey_cancelled' });
    await waitUntilReady();
    user.passkeyApproval.prompt();
    expect((await second).method).toBe('passkey');
  });

  test('behavior: one gesture lets a profile of passkeys read', async () => {
    await saveProfile({ keyId: null });
    const whoami = () =>
      fixture.browser.client.call('query', {
        profileId: profile.id,
        operation: 'whoami',
        parameters: {},
      });
    await expect(whoami()).rejects.toMatchObject({ code: 'read_session_needed' });
    const readSession = user.submitter.openReadSession(profile, 'to test');
    await waitUntilReady();
    user.passkeyApproval.prompt();
    expect(await readSession).toBe(true);
    expect(await whoami()).toMatchObject({ userId: fixture.account.enrolment.userId });
  });

  test('behavior: who leaves a look reads nothing', async () => {
    await saveProfile({ keyId: null });
    const readSession = user.submitter.openReadSession(profile, 'to test');
    await waitUntilReady();
    user.passkeyApproval.cancel();
    expect(await readSession).toBe(false);
    await waitUntilForgotten();
  });

  test('error: an activity that the service refuses is told as its error', async () => {
    const { run, start } = createProcedure<ProcedureRun>(user.effects);
    const parameters = { userTagName: 'Twice', userIds: [crypto.randomUUID()] };
    const ended = start(beginningAt('tag'), async ({ follow }) => {
      await follow(user.submitter.submit({ ...createRequest(), parameters }));
    });
    await waitUntilReady();
    user.passkeyApproval.prompt();
    await fixture.time.run(ended);
    expect(run.value).toMatchObject({
      state: 'stopped',
      error: { code: expect.stringMatching(/service|activity/) },
    });
  });
});
