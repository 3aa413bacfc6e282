import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OpenedCeremony } from '../../../src/protocol/ceremony.ts';
import { KeystampError, type ErrorCode } from '../../../src/protocol/errors.ts';
import { createCeremonyRun } from '../../../src/ui/passkey/ceremony.ts';
import { stubBrowserCredentials } from '../../client/fake-credentials.ts';
import { entry, id, popupWorld, profile, type Answers } from '../popup/world.ts';
import { createPasskeyDevice } from './device.ts';

stubBrowserCredentials();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function opened(walletName = 'Cold', overrides: Partial<OpenedCeremony> = {}): OpenedCeremony {
  const parameters = { walletId: id(5), walletName };
  const body = JSON.stringify({ parameters });
  return {
    id: id(9),
    kind: 'submit',
    profileId: profile.id,
    operation: 'update_wallet',
    at: 0,
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    parameters,
    body,
    digest: sha256(body),
    prompt: { rpId: null, allow: [] },
    ...overrides,
  };
}

const failWith = (code: ErrorCode) => () => {
  throw new KeystampError(code);
};

/** A run that has been opened, over a worker that answers as told. */
async function openRun(answers: Answers = {}) {
  const device = createPasskeyDevice();
  const world = popupWorld({
    ceremonies_open: () => opened(),
    ceremonies_finish: () => ({ kind: 'submit', entry }),
    ceremonies_discard: () => [],
    activities_get: failWith('activity_unknown'),
    ...answers,
  });
  const { client } = world.effects;
  const run = createCeremonyRun({ client, authenticator: device.authenticator }, id(9));
  await run.open();
  return { run, device, world };
}

describe('createCeremonyRun', () => {
  test('behavior: what was shown is what is signed and handed over', async () => {
    const { run, device, world } = await openRun();
    expect(run.stage.value).toEqual({ at: 'ready', opened: opened(), changed: false });
    expect(device.prompts).toEqual([]);
    await run.stamp();
    expect(device.prompts).toEqual([opened().digest]);
    const [finish] = world.calls('ceremonies_finish');
    expect(finish?.input).toMatchObject({
      id: id(9),
      digest: opened().digest,
      answer: { credentialId: device.id },
    });
    expect(run.stage.value).toMatchObject({ at: 'ended', operation: 'update_wallet' });
  });

  test('behavior: the prompt is the first thing that a click does', async () => {
    const { run, device, world } = await openRun();
    const asked = world.asked.length;
    const stamping = run.stamp();
    expect(device.prompts).toHaveLength(1);
    expect(world.asked).toHaveLength(asked);
    await stamping;
  });

  test('behavior: one prompt, however often is clicked', async () => {
    const { run, device } = await openRun();
    device.outcome = 'wait';
    void run.stamp();
    void run.stamp();
    expect(device.prompts).toHaveLength(1);
    expect(run.stage.value.at).toBe('prompting');
    run.leave();
  });

  test.each([
    ['NotAllowedError', 'passkey_cancelled'],
    ['SecurityError', 'passkey_domain_refused'],
    ['UnknownError', 'passkey_failed'],
  ])(
    'error: a prompt that ends by %s leaves it ready, and nothing handed over',
    async (name, code) => {
      const { run, device, world } = await openRun();
      device.outcome = new DOMException('words', name);
      await run.stamp();
      expect(run.stage.value).toMatchObject({ at: 'ready', opened: opened(), error: { code } });
      expect(world.calls('ceremonies_finish')).toEqual([]);
      device.outcome = 'answer';
      await run.stamp();
      expect(run.stage.value.at).toBe('ended');
    },
  );

  test.each(['passkey_unknown', 'passkey_invalid', 'service_unreachable', 'storage_full'] as const)(
    'error: %s of the worker leaves it ready',
    async (code) => {
      const { run } = await openRun({ ceremonies_finish: failWith(code) });
      await run.stamp();
      expect(run.stage.value).toMatchObject({ at: 'ready', error: { code }, changed: false });
    },
  );

  test('error: a body that is another one by now is shown anew before anything is signed', async () => {
    let name = 'Cold';
    const { run, device } = await openRun({
      ceremonies_open: () => opened(name),
      ceremonies_finish: ({ digest }: { digest: string }) => {
        if (digest !== opened('Warm').digest) throw new KeystampError('approval_changed');
        return { kind: 'submit', entry };
      },
    });
    name = 'Warm';
    await run.stamp();
    expect(run.stage.value).toEqual({ at: 'ready', opened: opened('Warm'), changed: true });
    await run.stamp();
    expect(device.prompts).toEqual([opened('Cold').digest, opened('Warm').digest]);
    expect(run.stage.value.at).toBe('ended');
  });

  test('error: a text that is not the one of the digest is never shown', async () => {
    const { run, device } = await openRun({
      ceremonies_open: () => ({ ...opened(), body: opened('Other').body }),
    });
    expect(run.stage.value).toMatchObject({ at: 'failed', error: { code: 'approval_changed' } });
    await run.stamp();
    expect(device.prompts).toEqual([]);
  });

  test('behavior: a text with a secret in it stays away, its digest is signed', async () => {
    const { run, device } = await openRun({
      ceremonies_open: () => opened('Cold', { body: null }),
    });
    await run.stamp();
    expect(device.prompts).toEqual([opened().digest]);
  });

  test('error: one that waits no more, and was never stamped', async () => {
    const { run } = await openRun({ ceremonies_open: failWith('ceremony_gone') });
    expect(run.stage.value).toEqual({ at: 'gone' });
    const { run: later } = await openRun({ ceremonies_finish: failWith('ceremony_gone') });
    await later.stamp();
    expect(later.stage.value).toEqual({ at: 'gone' });
  });

  test('behavior: one that was stamped is followed, although its answer was lost', async () => {
    const lost = { activities_get: () => entry };
    const reloaded = await openRun({ ...lost, ceremonies_open: failWith('ceremony_gone') });
    const answeredLate = await openRun({ ...lost, ceremonies_finish: failWith('ceremony_gone') });
    await answeredLate.run.stamp();
    for (const { run } of [reloaded, answeredLate]) {
      expect(run.stage.value).toEqual({
        at: 'ended',
        operation: entry.operation,
        end: { kind: 'submit', entry },
      });
    }
  });

  test('error: a locked vault is said, and opened anew', async () => {
    let locked = true;
    const { run } = await openRun({
      ceremonies_open: () => {
        if (locked) throw new KeystampError('vault_locked');
        return opened();
      },
    });
    expect(run.stage.value).toMatchObject({ at: 'failed', error: { code: 'vault_locked' } });
    locked = false;
    await run.open();
    expect(run.stage.value.at).toBe('ready');
  });

  test('behavior: discarding takes it back', async () => {
    const { run, world } = await openRun();
    await run.discard();
    expect(world.calls('ceremonies_discard')[0]?.input).toEqual({ id: id(9) });
    expect(run.stage.value).toEqual({ at: 'discarded' });
  });

  test('error: one that could not be discarded waits as before', async () => {
    const { run } = await openRun({ ceremonies_discard: failWith('timeout') });
    await run.discard();
    expect(run.stage.value).toMatchObject({ at: 'ready', error: { code: 'timeout' } });
  });

  test('error: a prompt that nobody looks at any more is taken back, and signs nothing', async () => {
    const { run, device, world } = await openRun();
    device.outcome = 'wait';
    const stamping = run.stamp();
    run.leave();
    await stamping;
    expect(world.calls('ceremonies_finish')).toEqual([]);
  });

  test('error: a question that was not answered promises no second sending', async () => {
    const { run } = await openRun({
      ceremonies_open: () => opened('Cold', { kind: 'query' }),
      ceremonies_finish: failWith('service_unreachable'),
    });
    await run.stamp();
    const stage = run.stage.value;
    expect(stage.at === 'ready' && stage.error?.code).toBe('service_unreachable');
  });
});
