import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { addRowWords, doneText, stateText } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { entry } from '../page/world.ts';

beforeAll(() => {
  addRowWords();
  addWords(popupWords);
});

describe('doneText', () => {
  const phone = OPERATIONS.update_user_phone_number;
  const email = OPERATIONS.update_user_email;

  test('behavior: a contact that was set was changed', () => {
    expect(doneText(phone, { userId: 'u', userPhoneNumber: '+15555550101' })).toBe(
      'Phone number changed',
    );
    expect(doneText(email, null)).toBe('Email address changed');
  });

  test('behavior: a contact that was taken away was removed', () => {
    expect(doneText(phone, { userId: 'u', userPhoneNumber: '' })).toBe('Phone number removed');
    expect(doneText(email, { userId: 'u', userEmail: '' })).toBe('Email address removed');
  });

  test('behavior: an empty value that can’t be taken away says nothing of a removal', () => {
    expect(doneText(OPERATIONS.update_wallet, { walletName: '' })).toBe('Wallet renamed');
  });

  test('behavior: the state of its activity says so as well', () => {
    const removal = { ...entry, state: 'completed', parameters: { userEmail: '' } } as const;
    expect(stateText(removal, email)).toContain('Email address removed');
  });
});
