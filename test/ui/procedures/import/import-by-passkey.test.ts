// An import whose profile wants the passkey: each step waits for a click, and leaving one loses nothing.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/crypto/bytes.ts';
import type { Profile } from '../../../../src/protocol/profile.ts';
import {
  createImportFlow,
  type ImportFlow,
} from '../../../../src/ui/procedures/import/import-flow.ts';
import { submitRequests, useWorkerFixture } from '../../../worker/worker-fixture.ts';
import { createPasskeyUser, type PasskeyUser } from '../passkey/passkey-user.ts';

const desk = useWorkerFixture();
let user: PasskeyUser;
let flow: ImportFlow;

beforeEach(() => {
  user = createPasskeyUser(desk);
});
afterEach(() => flow.leave());

const { until: waitUntil } = desk.time;
const currentPrompt = () => user.passkeyApproval.pending.value;
const waitUntilReady = () => waitUntil(() => currentPrompt()?.state === 'ready');

/** Registers the person's passkey and begins an import in a profile with these rules. */
async function beginImport(changes: Partial<Profile>): Promise<void> {
  const { client } = desk.browser;
  const { userId } = desk.account.enrolment;
  const authenticators = [user.device.register()];
  const { id } = await desk.submit('create_authenticators', { userId, authenticators });
  const ended = async () => (await client.call('activities_get', { id })).state;
  await desk.time.passes(async () => expect(await ended()).toBe('completed'));
  const credentials = [{ id: user.device.credentialId, name: 'Mine', transports: [] }];
  const passkeys = { rpId: null, credentials };
  const profile = await desk.callWithProof('profiles_save', {
    ...desk.account.profile,
    passkeys,
    ...changes,
  });
  flow = createImportFlow({ ...user.effects, submit: user.submitter.submit }, profile);
  const key = toHex(crypto.getRandomValues(new Uint8Array(32)));
  flow.readText(key, () => key);
  flow.curve.value = 'CURVE_ED25519';
  flow.name.value = 'By passkey';
  await desk.time.run(flow.identify());
}

const withPasskeyOnly = (...passkeyOnly: string[]) => ({
  authorization: { usual: 'key' as const, passkeyOnly },
});

describe('createFlow', () => {
  test('behavior: a rule for the import asks once, for that step', async () => {
    await beginImport(withPasskeyOnly('import_private_key'));
    const run = flow.start();
    await waitUntilReady();
    expect(currentPrompt()?.request.operation).toBe('import_private_key');
    expect(flow.run.value).toMatchObject({ stage: 'send', state: 'going' });
    user.passkeyApproval.prompt();
    await desk.time.run(run);
    expect(flow.run.value).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
    expect(user.asked.signed).toHaveLength(1);
  });

  test('behavior: a rule for both steps asks twice, each with a click of its own', async () => {
    await beginImport(withPasskeyOnly('init_import_private_key', 'import_private_key'));
    const run = flow.start();
    await waitUntilReady();
    user.passkeyApproval.prompt();
    await waitUntil(() => currentPrompt()?.request.operation === 'import_private_key');
    await waitUntilReady();
    expect(user.asked.signed).toHaveLength(1);
    user.passkeyApproval.prompt();
    await desk.time.run(run);
    expect(flow.run.value?.imported?.verdict).toBe('proved');
  });

  test('error: leaving the question sends nothing; another try goes on with what is encrypted', async () => {
    await beginImport(withPasskeyOnly('import_private_key'));
    const requests = desk.recordRequests();
    const run = flow.start();
    await waitUntilReady();
    user.passkeyApproval.cancel();
    await desk.time.run(run);
    expect(flow.run.value).toMatchObject({
      stage: 'send',
      state: 'stopped',
      entry: null,
      error: { code: 'passkey_cancelled' },
    });
    expect(
      submitRequests(requests).filter(({ path }) => path.endsWith('/import_private_key')),
    ).toEqual([]);
    const { sealed } = flow.run.value ?? {};
    const secondRun = flow.start();
    await waitUntilReady();
    user.passkeyApproval.prompt();
    await desk.time.run(secondRun);
    expect(flow.run.value?.imported?.verdict).toBe('proved');
    const sent = submitRequests(requests).filter(({ path }) =>
      path.endsWith('/import_private_key'),
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toContain(JSON.stringify(sealed).slice(1, 60));
  });

  test('error: a profile without an API key is told to look first', async () => {
    await beginImport({ keyId: null });
    expect(flow.userCheckError.value?.code).toBe('read_session_needed');
    await desk.time.run(flow.start());
    expect(flow.run.value).toBeNull();
  });
});
