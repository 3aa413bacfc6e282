import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { AppState } from '../../../src/protocol/app-state.ts';
import { createReadSessions } from '../../../src/ui/forms/read-sessions.ts';
import { stubBrowserCredentials } from '../../client/fake-credentials.ts';
import { createPasskeyDevice } from '../passkey/device.ts';
import { id, popupWorld, profile, unlocked, type Answers } from '../popup/world.ts';

stubBrowserCredentials();

const digest = 'a'.repeat(64);

function createWorld(place: 'window' | 'popup', answers: Answers = {}) {
  const device = createPasskeyDevice();
  const world = popupWorld({
    ceremonies_list: () => [],
    ceremonies_begin: ({ id: beginId }: { id: string }) => ({ id: beginId, kind: 'look' }),
    ceremonies_show: () => null,
    ceremonies_open: ({ id: openId }: { id: string }) => ({
      id: openId,
      digest,
      prompt: { rpId: null, allow: [] },
    }),
    ceremonies_finish: () => ({ kind: 'look', until: 1 }),
    ceremonies_discard: () => [],
    ...answers,
  });
  const state = signal<AppState | undefined>({ ...unlocked });
  const authenticator = place === 'window' ? device.authenticator : null;
  const looking = createReadSessions({ ...world.effects, authenticator }, state);
  const waiting = (ceremonies: number): void => {
    state.value = { ...unlocked, ceremonies };
  };
  return { looking, device, world, waiting };
}

describe('createLooking', () => {
  test('behavior: a page that can prompt does so, and reads again', async () => {
    const { looking, device, world } = createWorld('window');
    await looking.start(profile.id);
    expect(device.prompts).toEqual([digest]);
    expect(world.calls('ceremonies_begin')[0]?.input).toMatchObject({
      kind: 'look',
      profileId: profile.id,
      show: false,
    });
    expect(looking.version.value).toBe(1);
  });

  test('error: a prompt that was cancelled leaves nothing waiting', async () => {
    const { looking, device, world } = createWorld('window');
    device.outcome = new DOMException('no', 'NotAllowedError');
    await expect(looking.start(profile.id)).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(world.calls('ceremonies_discard')).toHaveLength(1);
    expect(looking.version.value).toBe(0);
  });

  test('error: what the service said is said, and nothing is left waiting', async () => {
    const { looking, world } = createWorld('window', {
      ceremonies_finish: () => {
        throw new KeystampError('unauthenticated');
      },
      ceremonies_discard: () => {
        throw new KeystampError('timeout');
      },
    });
    await expect(looking.start(profile.id)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(world.calls('ceremonies_discard')).toHaveLength(1);
  });

  test('behavior: the popup has the window prompt, and prompts nothing itself', async () => {
    const { looking, device, world } = createWorld('popup');
    await looking.start(profile.id);
    expect(world.calls('ceremonies_begin')[0]?.input).toMatchObject({ kind: 'look', show: true });
    expect([device.prompts, looking.version.value]).toEqual([[], 0]);
  });

  test('behavior: asked for twice, the one that waits comes to the front', async () => {
    const other = { id: id(1), kind: 'look', profileId: id(2), operation: '', at: 0 };
    const same = { ...other, id: id(3), profileId: profile.id };
    const { looking, world } = createWorld('popup', { ceremonies_list: () => [other, same] });
    await looking.start(profile.id);
    expect(world.calls('ceremonies_begin')).toEqual([]);
    expect(world.calls('ceremonies_show')[0]?.input).toEqual({ id: id(3) });
  });

  test('behavior: reading is tried again when a request has come to its end, and not before', () => {
    const { looking, waiting: setCeremonies } = createWorld('popup');
    const rounds = [1, 2, 1, 1, 0].map((count) => {
      setCeremonies(count);
      return looking.version.value;
    });
    expect(rounds).toEqual([0, 0, 1, 1, 2]);
  });
});
