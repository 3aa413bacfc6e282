// An import whose profile wants the passkey: each step waits for a click, and leaving one loses nothing.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/crypto/bytes.ts';
import type { Profile } from '../../../../src/protocol/profile.ts';
import { createFlow, type Flow } from '../../../../src/ui/options/import/flow.ts';
import { submits, useDesk } from '../../../messaging/desk.ts';
import { createPerson, type Person } from '../passkey/person.ts';

const desk = useDesk();
let person: Person;
let flow: Flow;

beforeEach(() => {
  person = createPerson(desk);
});
afterEach(() => flow.leave());

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((go) => setTimeout(go, 1));
}
const asked = () => person.prompter.asked.value;
const ready = () => until(() => asked()?.state === 'ready');

/** Registers the person's passkey and begins an import in a profile with these rules. */
async function begin(changes: Partial<Profile>): Promise<void> {
  const { client } = desk.rig;
  const { userId } = desk.ready.enrolment;
  const authenticators = [person.device.register()];
  const { id } = await desk.submit('create_authenticators', { userId, authenticators });
  const ended = async () => (await client.call('activities_get', { id })).state;
  await expect.poll(ended, { timeout: 15_000 }).toBe('completed');
  const credentials = [{ id: person.device.credentialId, name: 'Mine', transports: [] }];
  const passkeys = { rpId: null, credentials };
  const profile = await desk.guarded('profiles_save', {
    ...desk.ready.profile,
    passkeys,
    ...changes,
  });
  flow = createFlow({ ...person.effects, submit: person.carrier.submit }, profile);
  const key = toHex(crypto.getRandomValues(new Uint8Array(32)));
  flow.readText(key, () => key);
  flow.curve.value = 'CURVE_ED25519';
  flow.name.value = 'By passkey';
  await flow.identify();
}

const only = (...passkeyOnly: string[]) => ({
  authorization: { usual: 'key' as const, passkeyOnly },
});

describe('createFlow', () => {
  test('behavior: a rule for the import asks once, for that step', async () => {
    await begin(only('import_private_key'));
    const run = flow.start();
    await ready();
    expect(asked()?.wish.operation).toBe('import_private_key');
    expect(flow.run.value).toMatchObject({ stage: 'send', state: 'going' });
    person.prompter.prompt();
    await run;
    expect(flow.run.value).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
    expect(person.asked.signed).toHaveLength(1);
  });

  test('behavior: a rule for both steps asks twice, each with a click of its own', async () => {
    await begin(only('init_import_private_key', 'import_private_key'));
    const run = flow.start();
    await ready();
    person.prompter.prompt();
    await until(() => asked()?.wish.operation === 'import_private_key');
    await ready();
    expect(person.asked.signed).toHaveLength(1);
    person.prompter.prompt();
    await run;
    expect(flow.run.value?.imported?.verdict).toBe('proved');
  });

  test('error: leaving the question sends nothing; another try goes on with what is encrypted', async () => {
    await begin(only('import_private_key'));
    const seen = desk.tapped();
    const run = flow.start();
    await ready();
    person.prompter.cancel();
    await run;
    expect(flow.run.value).toMatchObject({
      stage: 'send',
      state: 'stopped',
      entry: null,
      error: { code: 'passkey_cancelled' },
    });
    expect(submits(seen).filter(({ path }) => path.endsWith('/import_private_key'))).toEqual([]);
    const { sealed } = flow.run.value ?? {};
    const again = flow.start();
    await ready();
    person.prompter.prompt();
    await again;
    expect(flow.run.value?.imported?.verdict).toBe('proved');
    const sent = submits(seen).filter(({ path }) => path.endsWith('/import_private_key'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toContain(JSON.stringify(sealed).slice(1, 60));
  });

  test('error: a profile without an API key is told to look first', async () => {
    await begin({ keyId: null });
    expect(flow.whoError.value?.code).toBe('look_needed');
    await flow.start();
    expect(flow.run.value).toBeNull();
  });
});
