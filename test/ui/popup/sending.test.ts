import { describe, expect, test } from 'vitest';
import { send } from '../../../src/ui/popup/sending.ts';
import { createStore } from '../../../src/ui/popup/store.ts';
import { entry, id, popupWorld, profile } from './world.ts';

const input = {
  id: id(9),
  profileId: profile.id,
  operation: 'verify_otp',
  parameters: { otpId: id(8) },
};
const secret = { fields: { otpCode: '123456' } };

function world() {
  const made = popupWorld({ activities_submit: () => entry, ceremonies_begin: () => ({}) });
  return { ...made, store: createStore(made.effects) };
}

describe('send', () => {
  test('behavior: by the key at once, secrets sealed', async () => {
    const { store, asked } = world();
    await send(store, input, secret, 'key');
    expect(asked).toEqual([{ name: 'activities_submit', input, secret }]);
  });

  test('behavior: by a passkey in its window, under the same id, secrets sealed', async () => {
    const { store, asked } = world();
    await send(store, input, secret, 'passkey');
    expect(asked).toEqual([
      { name: 'ceremonies_begin', input: { ...input, kind: 'submit', show: true }, secret },
    ]);
  });
});
