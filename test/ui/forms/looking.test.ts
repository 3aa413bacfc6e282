import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { AppState } from '../../../src/protocol/state.ts';
import { createLooking } from '../../../src/ui/forms/looking.ts';
import { standInForBrowser } from '../../messaging/credentials.ts';
import { createDevice } from '../passkey/device.ts';
import { id, popupWorld, profile, unlocked, type Answers } from '../popup/world.ts';

standInForBrowser();

const digest = 'a'.repeat(64);

function lookingIn(page: 'window' | 'popup', answers: Answers = {}) {
  const device = createDevice();
  const world = popupWorld({
    ceremonies_list: () => [],
    ceremonies_begin: ({ id: begun }: { id: string }) => ({ id: begun, kind: 'look' }),
    ceremonies_show: () => null,
    ceremonies_open: ({ id: asked }: { id: string }) => ({
      id: asked,
      digest,
      prompt: { rpId: null, allow: [] },
    }),
    ceremonies_finish: () => ({ kind: 'look', until: 1 }),
    ceremonies_discard: () => [],
    ...answers,
  });
  const state = signal<AppState | undefined>({ ...unlocked });
  const authenticator = page === 'window' ? device.authenticator : null;
  const looking = createLooking({ ...world.effects, authenticator }, state);
  const waiting = (ceremonies: number): void => {
    state.value = { ...unlocked, ceremonies };
  };
  return { looking, device, world, waiting };
}

describe('createLooking', () => {
  test('behavior: a page that can prompt does so, and reads again', async () => {
    const { looking, device, world } = lookingIn('window');
    await looking.begin(profile.id);
    expect(device.prompts).toEqual([digest]);
    expect(world.calls('ceremonies_begin')[0]?.input).toMatchObject({
      kind: 'look',
      profileId: profile.id,
      show: false,
    });
    expect(looking.round.value).toBe(1);
  });

  test('error: a prompt that was cancelled leaves nothing waiting', async () => {
    const { looking, device, world } = lookingIn('window');
    device.how = new DOMException('no', 'NotAllowedError');
    await expect(looking.begin(profile.id)).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(world.calls('ceremonies_discard')).toHaveLength(1);
    expect(looking.round.value).toBe(0);
  });

  test('error: what the service said is said, and nothing is left waiting', async () => {
    const { looking, world } = lookingIn('window', {
      ceremonies_finish: () => {
        throw new KeystampError('unauthenticated');
      },
      ceremonies_discard: () => {
        throw new KeystampError('timeout');
      },
    });
    await expect(looking.begin(profile.id)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(world.calls('ceremonies_discard')).toHaveLength(1);
  });

  test('behavior: the popup has the window prompt, and prompts nothing itself', async () => {
    const { looking, device, world } = lookingIn('popup');
    await looking.begin(profile.id);
    expect(world.calls('ceremonies_begin')[0]?.input).toMatchObject({ kind: 'look', show: true });
    expect([device.prompts, looking.round.value]).toEqual([[], 0]);
  });

  test('behavior: asked for twice, the one that waits comes to the front', async () => {
    const other = { id: id(1), kind: 'look', profileId: id(2), operation: '', at: 0 };
    const same = { ...other, id: id(3), profileId: profile.id };
    const { looking, world } = lookingIn('popup', { ceremonies_list: () => [other, same] });
    await looking.begin(profile.id);
    expect(world.calls('ceremonies_begin')).toEqual([]);
    expect(world.calls('ceremonies_show')[0]?.input).toEqual({ id: id(3) });
  });

  test('behavior: reading is tried again when a request has come to its end, and not before', () => {
    const { looking, waiting } = lookingIn('popup');
    const rounds = [1, 2, 1, 1, 0].map((count) => {
      waiting(count);
      return looking.round.value;
    });
    expect(rounds).toEqual([0, 0, 1, 1, 2]);
  });
});
