import { describe, expect, test } from 'vitest';
import { submitActivity } from '../../../src/ui/review/submission.tsx';
import { entry, id, popupWorld, profile } from '../page/world.ts';

const input = {
  id: id(9),
  profileId: profile.id,
  operation: 'verify_otp',
  parameters: { otpId: id(8) },
};
const secret = { fields: { otpCode: '123456' } };

const createWorld = () =>
  popupWorld({ activities_submit: () => entry, requests_begin: () => ({}) });

describe('send', () => {
  test('behavior: by the key at once, secrets sealed', async () => {
    const { effects, asked } = createWorld();
    await submitActivity(effects, input, secret.fields, 'key');
    expect(asked).toEqual([{ name: 'activities_submit', input, secret }]);
  });

  test('behavior: by a passkey in its window, under the same id, secrets sealed', async () => {
    const { effects, asked } = createWorld();
    await submitActivity(effects, input, secret.fields, 'passkey');
    expect(asked).toEqual([
      { name: 'requests_begin', input: { ...input, method: 'passkey', show: true }, secret },
    ]);
  });

  test('behavior: nothing travels sealed where nothing is secret', async () => {
    const { effects, asked } = createWorld();
    await submitActivity(effects, input, {}, 'key');
    expect(asked).toEqual([{ name: 'activities_submit', input, secret: undefined }]);
  });
});
