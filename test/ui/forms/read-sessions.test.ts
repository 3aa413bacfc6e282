import { createHash } from 'node:crypto';
import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { READ_SESSION } from '../../../src/protocol/operations.ts';
import type { OwnRequestView } from '../../../src/protocol/pending-request.ts';
import type { AppState } from '../../../src/protocol/app-state.ts';
import type { InputOf } from '../../../src/messaging/calls.ts';
import { createReadSessions } from '../../../src/ui/forms/read-sessions.ts';
import { stubBrowserCredentials } from '../../client/fake-credentials.ts';
import { createPasskeyDevice } from '../passkey/device.ts';
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

function createWorld(place: 'window' | 'popup', answers: Answers = {}) {
  const device = createPasskeyDevice();
  const world = popupWorld({
    requests_list: () => ({ items: [] }),
    requests_begin: ({ id: beginId }: { id: string }) => readSession(beginId, profile.id),
    requests_show: () => null,
    requests_open: ({ id: openId }: { id: string }) => ({
      id: openId,
      body,
      digest,
      stampChoice: { methods: ['passkey'], prompt: { rpId: null, allow: [] } },
    }),
    requests_decide: () => ({ queue: { items: [] }, outcome: { kind: 'read-session', until: 1 } }),
    ...answers,
  });
  const state = signal<AppState | undefined>({ ...unlocked });
  const authenticator = place === 'window' ? device.authenticator : null;
  const readSessions = createReadSessions({ ...world.effects, authenticator }, state);
  const setOwnRequests = (own: number): void => {
    state.value = { ...unlocked, requests: { ...unlocked.requests, own } };
  };
  const discards = () =>
    world
      .calls('requests_decide')
      .filter(({ input }) => (input as InputOf<'requests_decide'>).decision.kind === 'refuse');
  return { readSessions, device, world, setOwnRequests, discards };
}

describe('createReadSessions', () => {
  test('behavior: a page that can prompt does so, and reads again', async () => {
    const { readSessions, device, world } = createWorld('window');
    await readSessions.start(profile.id);
    expect(device.prompts).toEqual([digest]);
    expect(world.calls('requests_begin')[0]?.input).toMatchObject({
      operation: READ_SESSION.name,
      method: 'passkey',
      profileId: profile.id,
      show: false,
    });
    expect(readSessions.version.value).toBe(1);
  });

  test('error: a prompt that was cancelled leaves nothing pending', async () => {
    const { readSessions, device, discards } = createWorld('window');
    device.outcome = new DOMException('no', 'NotAllowedError');
    await expect(readSessions.start(profile.id)).rejects.toMatchObject({
      code: 'passkey_cancelled',
    });
    expect(discards()).toHaveLength(1);
    expect(readSessions.version.value).toBe(0);
  });

  test('error: what the service said is said, and nothing is left pending', async () => {
    const { readSessions, discards } = createWorld('window', {
      requests_decide: ({ decision }: InputOf<'requests_decide'>) => {
        throw new KeystampError(decision.kind === 'refuse' ? 'timeout' : 'unauthenticated');
      },
    });
    await expect(readSessions.start(profile.id)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(discards()).toHaveLength(1);
  });

  test('behavior: the popup has the window prompt, and prompts nothing itself', async () => {
    const { readSessions, device, world } = createWorld('popup');
    await readSessions.start(profile.id);
    expect(world.calls('requests_begin')[0]?.input).toMatchObject({
      operation: READ_SESSION.name,
      show: true,
    });
    expect([device.prompts, readSessions.version.value]).toEqual([[], 0]);
  });

  test('behavior: asked for twice, the pending one comes to the front', async () => {
    const items = [readSession(id(1), id(2)), readSession(id(3), profile.id)];
    const { readSessions, world } = createWorld('popup', { requests_list: () => ({ items }) });
    await readSessions.start(profile.id);
    expect(world.calls('requests_begin')).toEqual([]);
    expect(world.calls('requests_show')[0]?.input).toEqual({ id: id(3) });
  });

  test('behavior: reading is tried again when a request has come to its end, and not before', () => {
    const { readSessions, setOwnRequests } = createWorld('popup');
    const rounds = [1, 2, 1, 1, 0].map((count) => {
      setOwnRequests(count);
      return readSessions.version.value;
    });
    expect(rounds).toEqual([0, 0, 1, 1, 2]);
  });
});
