// From the name of a new passkey to the profile that uses it, over the real worker and service.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/protocol/profile.ts';
import { KeystampError } from '../../../../src/protocol/errors.ts';
import { createAdding, type AddingFlow } from '../../../../src/ui/options/passkey/adding.ts';
import { listRegistered, type Credential } from '../../../../src/ui/options/passkey/credentials.ts';
import { useDesk, type Values } from '../../../messaging/desk.ts';
import { createPerson, type Person } from './person.ts';

const desk = useDesk();
let person: Person;
let flow: AddingFlow;
let kept: Credential[];
let userId: string;

function begin(profile: Profile = desk.ready.profile, keep?: () => Promise<void>): void {
  const { effects, carrier } = person;
  flow = createAdding(
    {
      ...effects,
      carrier,
      keep: async (credential) => {
        await keep?.();
        kept.push(credential);
      },
    },
    { profile, userId, exclude: [{ id: 'AAAA', transports: ['usb'] }], why: (name) => name },
  );
}

beforeEach(() => {
  person = createPerson(desk);
  kept = [];
  userId = desk.ready.enrolment.userId;
  begin();
});

async function until(...steps: string[]): Promise<string> {
  while (!steps.includes(flow.adding.value.step)) await new Promise((go) => setTimeout(go, 1));
  return flow.adding.value.step;
}

const registered = async () => {
  const records = await listRegistered(desk.rig.client, desk.ready.profile.id, userId);
  return records.map(({ authenticatorName, credentialId }) => [authenticatorName, credentialId]);
};

describe('createAdding', () => {
  test('behavior: made in the click, registered with the key, kept last', async () => {
    flow.begin('Laptop');
    expect(person.asked.made).toHaveLength(1);
    expect(flow.adding.value.step).toBe('making');
    expect(kept).toEqual([]);
    expect(await until('done', 'stopped')).toBe('done');
    const { credentialId } = person.device;
    expect(kept).toEqual([{ id: credentialId, name: 'Laptop', transports: ['internal'] }]);
    expect(await registered()).toEqual([['Laptop', credentialId]]);
  });

  test('behavior: the authenticator is told nothing personal, and what it must not repeat', async () => {
    person.mood.fails = 'passkey_cancelled';
    flow.begin('Laptop');
    const [wish] = person.asked.made;
    expect(wish?.userHandle).toHaveLength(32);
    expect(wish?.exclude).toEqual([{ id: 'AAAA', transports: ['usb'] }]);
    expect(wish?.rpId).toBeNull();
    await until('form');
    flow.begin('Laptop');
    expect(person.asked.made[1]?.userHandle).not.toEqual(wish?.userHandle);
    expect(person.asked.made[1]?.challenge).not.toEqual(wish?.challenge);
  });

  test.each(['passkey_cancelled', 'passkey_exists', 'passkey_timeout'] as const)(
    'error: %s leaves nothing at the service, and the form stays',
    async (code) => {
      person.mood.fails = code;
      flow.begin('Laptop');
      await until('form');
      expect(flow.adding.value.error?.code).toBe(code);
      expect(await registered()).toEqual([]);
      delete person.mood.fails;
      flow.begin('Laptop');
      expect(await until('done', 'stopped')).toBe('done');
    },
  );

  test('error: a refused attestation keeps nothing; the same passkey is registered again', async () => {
    desk.rig.net = async (url, init) => {
      if (!url.endsWith('/submit/create_authenticators')) return desk.through(url, init);
      const refusal = { code: 3, message: 'not today', details: [], turnkeyErrorCode: '' };
      return new Response(JSON.stringify(refusal), { status: 400 });
    };
    flow.begin('Laptop');
    expect(await until('done', 'stopped')).toBe('stopped');
    expect(flow.adding.value.error).toMatchObject({ code: 'service_error' });
    expect(kept).toEqual([]);
    desk.rig.net = desk.through;
    flow.register();
    await until('registering');
    expect(await until('done', 'stopped')).toBe('done');
    expect(person.asked.made).toHaveLength(1);
    expect(kept).toHaveLength(1);
  });

  test('behavior: one that waits for others is told, and nothing is kept', async () => {
    desk.rig.net = async (url, init) => {
      const response = await desk.through(url, init);
      if (!/create_authenticators|get_activity/.test(url)) return response;
      const answer = JSON.parse(await response.text()) as { activity: Values };
      answer.activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      answer.activity['result'] = {};
      return new Response(JSON.stringify(answer));
    };
    flow.begin('Laptop');
    expect(await until('done', 'stopped', 'pending')).toBe('pending');
    expect(flow.adding.value.entry?.state).toBe('pending');
    expect(kept).toEqual([]);
  });

  test('error: a profile that cannot be saved is said, with the passkey at the service', async () => {
    const broken = { yes: true };
    begin(desk.ready.profile, async () => {
      if (broken.yes) throw new KeystampError('storage_failed');
    });
    flow.begin('Laptop');
    expect(await until('done', 'stopped', 'unkept')).toBe('unkept');
    expect(flow.adding.value.error?.code).toBe('storage_failed');
    expect(await registered()).toHaveLength(1);
    await flow.keep();
    expect(flow.adding.value).toMatchObject({ step: 'unkept', error: { code: 'storage_failed' } });
    broken.yes = false;
    await flow.keep();
    expect(flow.adding.value).toMatchObject({ step: 'done', error: null });
    expect(await registered()).toHaveLength(1);
  });

  test('behavior: where the rule wants the passkey, one that is there registers the next', async () => {
    flow.begin('Laptop');
    await until('done');
    const [first] = kept;
    if (!first) throw new Error('no passkey');
    const { client } = desk.rig;
    const profile = await desk.guarded('profiles_save', {
      ...desk.ready.profile,
      passkeys: { rpId: null, credentials: [first] },
      authorization: { usual: 'key', passkeyOnly: ['create_authenticators'] },
    });
    const old = person;
    person = createPerson(desk);
    begin(profile);
    flow.begin('Phone');
    await until('registering');
    while (person.prompter.asked.value?.state !== 'ready')
      await new Promise((go) => setTimeout(go, 1));
    expect(person.prompter.asked.value.wish.why).toBe('Phone');
    // The person answers with the passkey that is there.
    const { digest, id } = person.prompter.asked.value.opened ?? { digest: '', id: '' };
    const answer = old.device.assert(new TextEncoder().encode(digest));
    await client.call('ceremonies_finish', { id, digest, answer });
    person.prompter.prompt();
    expect(await until('done', 'stopped')).toBe('done');
    expect((await registered()).map(([name]) => name)).toEqual(['Laptop', 'Phone']);
  });

  test('behavior: nobody is told after leaving', async () => {
    flow.begin('Laptop');
    flow.leave();
    const before = flow.adding.value;
    await new Promise((go) => setTimeout(go, 100));
    expect(flow.adding.value).toBe(before);
    expect(kept).toEqual([]);
  });
});
