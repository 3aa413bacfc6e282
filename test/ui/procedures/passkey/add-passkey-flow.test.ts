// From the name of a new passkey to the profile that uses it, over the real worker and service.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/protocol/profile.ts';
import { KeystampError } from '../../../../src/protocol/errors.ts';
import {
  createAddPasskeyFlow,
  type AddPasskeyFlow,
} from '../../../../src/ui/procedures/passkey/add-passkey-flow.ts';
import {
  listRegistered,
  type Credential,
} from '../../../../src/ui/procedures/passkey/credentials.ts';
import { useWorkerFixture, type Values } from '../../../worker/worker-fixture.ts';
import type { Client } from '../../../../src/client/client.ts';
import { seeingAll } from '../flow-effects.ts';
import { createPasskeyUser, type PasskeyUser } from './passkey-user.ts';
import { ready } from '../../../worker/tab.ts';

const fixture = useWorkerFixture();
let user: PasskeyUser;
let flow: AddPasskeyFlow;
let saved: Credential[];
let userId: string;

function createFlow(
  profile: Profile = fixture.account.profile,
  keep?: () => Promise<void>,
  client: Client = fixture.browser.client,
): void {
  const { effects, submitter } = user;
  flow = createAddPasskeyFlow(
    {
      ...effects,
      client,
      submit: submitter.submit,
      saveCredential: async (credential) => {
        await keep?.();
        saved.push(credential);
      },
    },
    { profile, userId, exclude: [{ id: 'AAAA', transports: ['usb'] }], purpose: (name) => name },
  );
}

beforeEach(() => {
  user = createPasskeyUser(fixture);
  saved = [];
  userId = fixture.account.enrolment.userId;
  createFlow();
});

const shownStep = () => `${flow.run.value?.stage} ${flow.run.value?.state}`;
const waitForStep = (...steps: string[]): Promise<string> =>
  fixture.time.until(() => {
    const step = shownStep();
    return steps.includes(step) && step;
  });

const listRegisteredPasskeys = async () => {
  const records = await listRegistered(fixture.browser.client, fixture.account.profile.id, userId);
  return records.map(({ authenticatorName, credentialId }) => [authenticatorName, credentialId]);
};

describe('createAdding', () => {
  test('behavior: made in the click, registered with the key, kept last', async () => {
    flow.begin('Laptop');
    expect(user.asked.made).toHaveLength(1);
    expect(shownStep()).toBe('passkey going');
    expect(saved).toEqual([]);
    expect(await waitForStep('profile done', 'registration stopped')).toBe('profile done');
    const { credentialId } = user.device;
    expect(saved).toEqual([{ id: credentialId, name: 'Laptop', transports: ['internal'] }]);
    expect(await listRegisteredPasskeys()).toEqual([['Laptop', credentialId]]);
  });

  test('behavior: the authenticator is told nothing personal, and what it must not repeat', async () => {
    user.mood.error = 'passkey_cancelled';
    flow.begin('Laptop');
    const [registration] = user.asked.made;
    expect(registration?.userHandle).toHaveLength(32);
    expect(registration?.exclude).toEqual([{ id: 'AAAA', transports: ['usb'] }]);
    expect(registration?.rpId).toBeNull();
    await waitForStep('passkey stopped');
    flow.begin('Laptop');
    expect(user.asked.made[1]?.userHandle).not.toEqual(registration?.userHandle);
    expect(user.asked.made[1]?.challenge).not.toEqual(registration?.challenge);
  });

  test.each(['passkey_cancelled', 'passkey_exists', 'passkey_timeout'] as const)(
    'error: %s leaves nothing at the service, and the form stays',
    async (code) => {
      user.mood.error = code;
      flow.begin('Laptop');
      await waitForStep('passkey stopped');
      expect(flow.run.value?.error?.code).toBe(code);
      expect(await listRegisteredPasskeys()).toEqual([]);
      delete user.mood.error;
      flow.begin('Laptop');
      expect(await waitForStep('profile done', 'registration stopped')).toBe('profile done');
    },
  );

  test('error: a refused attestation keeps nothing; the same passkey is registered again', async () => {
    fixture.browser.network = async (url, init) => {
      if (!url.endsWith('/submit/create_authenticators')) return fixture.serviceFetch(url, init);
      const refusal = { code: 3, message: 'not today', details: [], turnkeyErrorCode: '' };
      return new Response(JSON.stringify(refusal), { status: 400 });
    };
    flow.begin('Laptop');
    expect(await waitForStep('profile done', 'registration stopped')).toBe('registration stopped');
    expect(flow.run.value?.error).toMatchObject({ code: 'service_error' });
    expect(saved).toEqual([]);
    fixture.browser.network = fixture.serviceFetch;
    void flow.again();
    await waitForStep('registration going');
    expect(await waitForStep('profile done', 'registration stopped')).toBe('profile done');
    expect(user.asked.made).toHaveLength(1);
    expect(saved).toHaveLength(1);
  });

  test('behavior: one that waits for others is told, and kept once they have decided', async () => {
    fixture.browser.network = async (url, init) => {
      const response = await fixture.serviceFetch(url, init);
      if (!/create_authenticators|get_activity/.test(url)) return response;
      const answer = JSON.parse(await response.text()) as { activity: Values };
      answer.activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      answer.activity['result'] = {};
      return new Response(JSON.stringify(answer));
    };
    flow.begin('Laptop');
    expect(await waitForStep('profile done', 'registration stopped', 'registration waiting')).toBe(
      'registration waiting',
    );
    expect(flow.run.value?.entry?.state).toBe('pending');
    expect(saved).toEqual([]);
    fixture.browser.network = fixture.serviceFetch;
    expect(await waitForStep('profile done', 'registration stopped')).toBe('profile done');
    expect(saved).toHaveLength(1);
  });

  test('error: an answer about something else is no registration, and the profile stays', async () => {
    fixture.changeAnswers(/create_authenticators/, ({ activity }) => {
      activity['fingerprint'] = `sha256:${'f'.repeat(64)}`;
    });
    flow.begin('Laptop');
    expect(await waitForStep('profile done', 'registration disproved')).toBe(
      'registration disproved',
    );
    expect(flow.run.value).toMatchObject({ error: { code: 'reply_mismatch' } });
    expect(saved).toEqual([]);
  });

  test('error: nor is an outcome that nobody knows, though the service may have it', async () => {
    createFlow(undefined, undefined, seeingAll(fixture.browser.client, 'unknown'));
    flow.begin('Laptop');
    expect(await waitForStep('profile done', 'registration open')).toBe('registration open');
    expect(flow.run.value).toMatchObject({ error: null, entry: { state: 'unknown' } });
    expect(saved).toEqual([]);
  });

  test('error: a profile that cannot be saved is said, with the passkey at the service', async () => {
    const storage = { yes: true };
    createFlow(fixture.account.profile, async () => {
      if (storage.yes) throw new KeystampError('storage_failed');
    });
    flow.begin('Laptop');
    expect(await waitForStep('profile done', 'registration stopped', 'profile stopped')).toBe(
      'profile stopped',
    );
    expect(flow.run.value?.error?.code).toBe('storage_failed');
    expect(await listRegisteredPasskeys()).toHaveLength(1);
    await fixture.time.run(flow.again());
    expect(flow.run.value).toMatchObject({
      stage: 'profile',
      state: 'stopped',
      error: { code: 'storage_failed' },
    });
    storage.yes = false;
    await fixture.time.run(flow.again());
    expect(flow.run.value).toMatchObject({ state: 'done', error: null });
    expect(await listRegisteredPasskeys()).toHaveLength(1);
  });

  test('behavior: where the rule wants the passkey, one that is there registers the next', async () => {
    flow.begin('Laptop');
    await waitForStep('profile done');
    // The service lists them by their time.
    await fixture.time.pass(1);
    const [first] = saved;
    if (!first) throw new Error('no passkey');
    const { client } = fixture.browser;
    const profile = await fixture.callWithProof('profiles_save', {
      ...fixture.account.profile,
      passkeys: { rpId: null, credentials: [first] },
      authorization: { usual: 'key', passkeyOnly: ['create_authenticators'] },
    });
    const old = user;
    user = createPasskeyUser(fixture);
    createFlow(profile);
    flow.begin('Phone');
    await waitForStep('registration going');
    await fixture.time.until(() => user.passkeyApproval.pending.value?.state === 'ready');
    expect(user.passkeyApproval.pending.value?.request.purpose).toBe('Phone');
    // The person answers with the passkey that is there.
    const details = user.passkeyApproval.pending.value?.details;
    const { digest = '', id = '' } = details ? ready(details) : {};
    const answer = old.device.assert(new TextEncoder().encode(digest));
    const by = { method: 'passkey', answer } as const;
    const decision = { kind: 'approve', digest, by, grant: null } as const;
    await client.call('requests_decide', { id, decision });
    user.passkeyApproval.prompt();
    expect(await waitForStep('profile done', 'registration stopped')).toBe('profile done');
    expect((await listRegisteredPasskeys()).map(([name]) => name)).toEqual(['Laptop', 'Phone']);
  });

  test('behavior: nobody is told after leaving', async () => {
    flow.begin('Laptop');
    flow.leave();
    const before = flow.run.value;
    await fixture.time.pass(10_000);
    expect(flow.run.value).toBe(before);
    expect(saved).toEqual([]);
  });
});
