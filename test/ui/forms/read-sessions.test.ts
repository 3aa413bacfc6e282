import { createHash } from 'node:crypto';
import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { READ_SESSION } from '../../../src/protocol/operations.ts';
import type { OwnRequestView } from '../../../src/protocol/pending-request.ts';
import type { AppState } from '../../../src/protocol/app-state.ts';
import type { InputOf } from '../../../src/messaging/calls.ts';
import { createReadSessions, startInWindow } from '../../../src/ui/forms/read-sessions.ts';
import { createSubmission } from '../../../src/ui/procedures/submitter.ts';
import { stubBrowserCredentials } from '../../client/fake-credentials.ts';
import { createPasskeyDevice } from '../passkey/device.ts';
import { settled } from '../../test-clock.ts';
import { id, popupWorld, profile, unlocked, type Answers } from '../page/world.ts';

stubBrowserCredentials();

const body = '{"read":"session"}';
const digest = createHash('sha256').update(body).digest('hex');

const readSession = (requestId: string, profileId: string): OwnRequestView => ({
  asker: 'own',
  id: requestId,
  at: 0,
  state: 'pending',
  requested: { kind: 'operation', operation: READ_SESSION.name, profileId },
  onlyReads: true,
});

function createWorld(answers: Answers = {}) {
  let begun: OwnRequestView[] = [];
  const world = popupWorld({
    requests_list: () => ({ items: begun }),
    requests_begin: ({ id: beginId }: { id: string }) => {
      begun = [readSession(beginId, profile.id)];
      return begun[0];
    },
    requests_show: () => null,
    requests_open: ({ id: openId }: { id: string }) => ({
      id: openId,
      parameters: {},
      open: [],
      body,
      digest,
      stampChoice: { methods: ['passkey'], prompt: { rpId: null, allow: [] } },
    }),
    requests_decide: () => ({ queue: { items: [] }, outcome: { kind: 'read-session', until: 1 } }),
    ...answers,
  });
  const state = signal<AppState | undefined>({ ...unlocked });
  const setOwnRequests = (own: number): void => {
    state.value = { ...unlocked, requests: { ...unlocked.requests, own } };
  };
  return { world, state, setOwnRequests };
}

function inWindow(answers: Answers = {}) {
  const created = createWorld(answers);
  const { effects } = created.world;
  const start = (profileId: string) => startInWindow(effects, profileId);
  return { ...created, readSessions: createReadSessions(created.state, start) };
}

/** In a page that can prompt, and that has asked: what its dialog shows then. */
async function inDialog(answers: Answers = {}) {
  const { world, state } = createWorld(answers);
  const device = createPasskeyDevice();
  const effects = { ...world.effects, authenticator: device.authenticator };
  const { submitter, passkeyApproval } = createSubmission(effects, state);
  const started = submitter.openReadSession(profile, 'to test');
  await settled();
  const decisions = () =>
    world
      .calls('requests_decide')
      .map(({ input }) => (input as InputOf<'requests_decide'>).decision.kind);
  return { device, world, passkeyApproval, started, decisions };
}

describe('openReadSession', () => {
  test('behavior: a page that can prompt does so once its user has seen what is signed', async () => {
    const { device, world, passkeyApproval, started } = await inDialog();
    expect(passkeyApproval.pending.value).toMatchObject({
      state: 'ready',
      request: { operation: READ_SESSION.name },
      details: { body, digest },
    });
    expect(device.prompts).toEqual([]);
    passkeyApproval.prompt();
    expect(await started).toBe(true);
    expect(device.prompts).toEqual([digest]);
    expect(world.calls('requests_begin')[0]?.input).toMatchObject({
      operation: READ_SESSION.name,
      method: 'passkey',
      profileId: profile.id,
      show: false,
    });
  });

  test('error: a prompt that was cancelled leaves nothing pending', async () => {
    const { device, passkeyApproval, started, decisions } = await inDialog();
    device.outcome = new DOMException('no', 'NotAllowedError');
    passkeyApproval.prompt();
    await settled();
    expect(passkeyApproval.pending.value?.error).toMatchObject({ code: 'passkey_cancelled' });
    passkeyApproval.cancel();
    expect(await started).toBe(false);
    expect(decisions()).toEqual(['refuse']);
  });

  test('error: what the service said is said, and nothing is left pending', async () => {
    const { passkeyApproval, started, decisions } = await inDialog({
      requests_decide: ({ decision }: InputOf<'requests_decide'>) => {
        throw new KeystampError(decision.kind === 'refuse' ? 'timeout' : 'unauthenticated');
      },
    });
    passkeyApproval.prompt();
    await settled();
    expect(passkeyApproval.pending.value?.error).toMatchObject({ code: 'unauthenticated' });
    passkeyApproval.cancel();
    expect(await started).toBe(false);
    expect(decisions()).toEqual(['approve', 'refuse']);
  });
});

describe('createReadSessions', () => {
  test('behavior: the popup has the window prompt, and prompts nothing itself', async () => {
    const { readSessions, world } = inWindow();
    expect(await readSessions.start(profile.id)).toBe(false);
    expect(world.calls('requests_begin')[0]?.input).toMatchObject({
      operation: READ_SESSION.name,
      method: 'passkey',
      show: true,
    });
    expect(world.calls('requests_decide')).toEqual([]);
    expect(readSessions.version.value).toBe(0);
  });

  test('behavior: asked for twice, the pending one comes to the front', async () => {
    const items = [readSession(id(1), id(2)), readSession(id(3), profile.id)];
    const { readSessions, world } = inWindow({ requests_list: () => ({ items }) });
    await readSessions.start(profile.id);
    expect(world.calls('requests_begin')).toEqual([]);
    expect(world.calls('requests_show')[0]?.input).toEqual({ id: id(3) });
  });

  test('behavior: reading is tried again when a request has come to its end, and not before', () => {
    const { readSessions, setOwnRequests } = inWindow();
    const rounds = [1, 2, 1, 1, 0].map((count) => {
      setOwnRequests(count);
      return readSessions.version.value;
    });
    expect(rounds).toEqual([0, 0, 1, 1, 2]);
  });
});
