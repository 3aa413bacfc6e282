// One stamp inside the page: every way that the question can end.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/protocol/profile.ts';
import { useDesk } from '../../../messaging/desk.ts';
import { createPerson, type Person } from './person.ts';

const desk = useDesk();
let person: Person;
let profile: Profile;

beforeEach(async () => {
  person = createPerson(desk);
  const { userId } = desk.ready.enrolment;
  const authenticators = [person.device.register()];
  const { id } = await desk.submit('create_authenticators', { userId, authenticators });
  await settled(id);
  profile = await save({
    passkeys: {
      rpId: null,
      credentials: [{ id: person.device.credentialId, name: 'Mine', transports: [] }],
    },
    authorization: { usual: 'key', passkeyOnly: ['create_user_tag'] },
  });
});

async function save(changes: Partial<Profile>): Promise<Profile> {
  const before = profile?.id === desk.ready.profile.id ? profile : desk.ready.profile;
  profile = await desk.guarded('profiles_save', { ...before, ...changes });
  return profile;
}

async function settled(id: string): Promise<string> {
  for (;;) {
    const { state, revision } = await desk.rig.client.call('activities_get', { id });
    if (['completed', 'failed', 'refused'].includes(state)) return state;
    await desk.rig.client.call('activities_wait', { id, revision });
  }
}

const order = () => ({
  id: crypto.randomUUID(),
  profile,
  operation: 'create_user_tag',
  parameters: { userTagName: `T ${crypto.randomUUID().slice(0, 20)}`, userIds: [] },
  why: 'to test',
});

const state = () => person.prompter.asked.value?.state;
const error = () => person.prompter.asked.value?.error?.code;

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((go) => setTimeout(go, 1));
}
const forgotten = () => expect.poll(() => desk.rig.client.call('ceremonies_list', {})).toEqual([]);
const ready = () => until(() => state() === 'ready');

describe('createStamping', () => {
  test('behavior: what the key may stamp is stamped at once, with no question', async () => {
    await save({ authorization: { usual: 'key', passkeyOnly: [] } });
    const entry = await person.carrier.submit(order());
    expect(entry.method).toBe('key');
    expect(person.asked.signed).toEqual([]);
  });

  test('behavior: the prompt comes with the click, and shows what it signs before', async () => {
    const given = order();
    const submitted = person.carrier.submit(given);
    expect(state()).toBe('preparing');
    await ready();
    expect(person.asked.signed).toEqual([]);
    const opened = person.prompter.asked.value?.opened;
    expect(opened?.body).toContain(given.parameters.userTagName);
    person.prompter.prompt();
    // In the click itself: browsers take it for no click later.
    expect(person.asked.signed).toHaveLength(1);
    expect(await submitted).toMatchObject({ id: given.id, method: 'passkey' });
    expect(await settled(given.id)).toBe('completed');
    expect(person.prompter.asked.value).toBeNull();
  });

  test('error: who leaves has nothing stamped, and the body is forgotten', async () => {
    const before = await desk.effects();
    const submitted = person.carrier.submit(order());
    await ready();
    person.prompter.cancel();
    await expect(submitted).rejects.toMatchObject({ code: 'passkey_cancelled' });
    await forgotten();
    expect(await desk.effects()).toBe(before);
  });

  test('error: an answer that comes after leaving is dropped', async () => {
    const before = await desk.effects();
    let answer = () => {};
    person.mood.waits = new Promise((go) => (answer = go));
    const given = order();
    const submitted = person.carrier.submit(given);
    await ready();
    person.prompter.prompt();
    expect(state()).toBe('prompting');
    person.prompter.cancel();
    expect(person.mood.cancelled).toBe(true);
    await expect(submitted).rejects.toMatchObject({ code: 'passkey_cancelled' });
    answer();
    await new Promise((go) => setTimeout(go, 50));
    const known = desk.rig.client.call('activities_get', { id: given.id });
    await expect(known).rejects.toMatchObject({ code: 'activity_unknown' });
    await forgotten();
    expect(await desk.effects()).toBe(before);
  });

  test.each([
    'passkey_cancelled',
    'passkey_timeout',
    'passkey_failed',
    'passkey_domain_refused',
    'passkey_unsupported',
  ] as const)('error: %s is said, and one more click tries again', async (code) => {
    const submitted = person.carrier.submit(order());
    await ready();
    person.mood.fails = code;
    person.prompter.prompt();
    await until(() => state() === 'failed');
    expect(error()).toBe(code);
    delete person.mood.fails;
    person.prompter.prompt();
    expect(person.asked.signed).toHaveLength(2);
    expect((await submitted).method).toBe('passkey');
  });

  test('error: an answer about something else is refused by the worker, and can be given again', async () => {
    const submitted = person.carrier.submit(order());
    await ready();
    person.mood.spoilt = { origin: 'https://evil.example' };
    person.prompter.prompt();
    await until(() => state() === 'failed');
    expect(error()).toBe('passkey_invalid');
    delete person.mood.spoilt;
    person.prompter.prompt();
    expect((await submitted).method).toBe('passkey');
  });

  test('error: a request that has gone is made anew, and waits for a click of its own', async () => {
    const submitted = person.carrier.submit(order());
    await ready();
    const { id = '' } = person.prompter.asked.value?.opened ?? {};
    await desk.rig.client.call('ceremonies_discard', { id });
    person.prompter.prompt();
    await until(() => state() === 'failed');
    expect(error()).toBe('ceremony_gone');
    person.prompter.prompt();
    await ready();
    expect(person.asked.signed).toHaveLength(1);
    person.prompter.prompt();
    expect((await submitted).method).toBe('passkey');
  });

  test('behavior: when the worker did it and did not say so, its entry counts', async () => {
    const given = order();
    const { client } = desk.rig;
    const submitted = person.carrier.submit(given);
    await ready();
    const { digest = '', id = '' } = person.prompter.asked.value?.opened ?? {};
    const answer = person.device.assert(new TextEncoder().encode(digest));
    await client.call('ceremonies_finish', { id, digest, answer });
    person.prompter.prompt();
    expect(await submitted).toMatchObject({ id: given.id, method: 'passkey' });
  });

  test('behavior: the key may take its place where the rule leaves both', async () => {
    await save({ authorization: { usual: 'passkey', passkeyOnly: [] } });
    const submitted = person.carrier.submit(order());
    await ready();
    expect(person.prompter.asked.value?.wish.keyToo).toBe(true);
    person.prompter.useKey();
    expect((await submitted).method).toBe('key');
    await forgotten();
    expect(person.asked.signed).toEqual([]);
  });

  test('error: a rule without a passkey leaves nothing, and the worker says so', async () => {
    await save({ passkeys: null });
    await expect(person.carrier.submit(order())).rejects.toMatchObject({
      code: 'passkey_missing',
    });
  });

  test('behavior: a second question takes the place of the first', async () => {
    const first = person.carrier.submit(order());
    const second = person.carrier.submit(order());
    await expect(first).rejects.toMatchObject({ code: 'passkey_cancelled' });
    await ready();
    person.prompter.prompt();
    expect((await second).method).toBe('passkey');
  });

  test('behavior: one gesture lets a profile of passkeys read', async () => {
    await save({ keyId: null });
    const whoami = () =>
      desk.rig.client.call('query', { profileId: profile.id, operation: 'whoami', parameters: {} });
    await expect(whoami()).rejects.toMatchObject({ code: 'look_needed' });
    const looked = person.carrier.look(profile, 'to test');
    await ready();
    person.prompter.prompt();
    expect(await looked).toBe(true);
    expect(await whoami()).toMatchObject({ userId: desk.ready.enrolment.userId });
  });

  test('behavior: who leaves a look reads nothing', async () => {
    await save({ keyId: null });
    const looked = person.carrier.look(profile, 'to test');
    await ready();
    person.prompter.cancel();
    expect(await looked).toBe(false);
    await forgotten();
  });

  test('error: an activity that the service refuses is told as its error', async () => {
    const carried = person.carrier.carry(
      { ...order(), parameters: { userTagName: 'Twice', userIds: [crypto.randomUUID()] } },
      () => undefined,
      () => false,
    );
    await ready();
    person.prompter.prompt();
    await expect(carried).rejects.toMatchObject({
      code: expect.stringMatching(/service|activity/),
    });
  });
});
