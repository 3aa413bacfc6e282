import { describe, expect, test } from 'vitest';
import { submitActivity } from '../../../src/ui/review/submit-activity.ts';
import { createPopupStore } from '../../../src/ui/page/store.ts';
import { entry, id, popupWorld, profile } from '../page/world.ts';

const input = {
  id: id(9),
  profileId: profile.id,
  operation: 'verify_otp',
  parameters: { otpId: id(8) },
};
const secret = { fields: { otpCode: '123456' } };

function createWorld() {
  const popup = popupWorld({ activities_submit: () => entry, requests_begin: () => ({}) });
  return { ...popup, store: createPopupStore(popup.effects) };
}

describe('send', () => {
  test('behavior: by the key at once, secrets sealed', async () => {
    const { store, asked } = createWorld();
    await submitActivity(store, input, secret, 'key');
    expect(asked).toEqual([{ name: 'activities_submit', input, secret }]);
  });

  test('behavior: by a passkey in its window, under the same id, secrets sealed', async () => {
    const { store, asked } = createWorld();
    await submitActivity(store, input, secret, 'passkey');
    expect(asked).toEqual([
      { name: 'requests_begin', input: { ...input, method: 'passkey', show: true }, secret },
    ]);
  });
});
