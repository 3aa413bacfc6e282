import { describe, expect, test } from 'vitest';
import { NO_POLICY } from '../../../src/protocol/managed-policy.ts';
import { TURNKEY_BASE_URL } from '../../../src/protocol/profile.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { applyManagedPolicy } from '../../../src/ui/settings/managed-draft.ts';
import { validateDraft, createDraft, profileOf } from '../../../src/ui/settings/profile-draft.ts';
import { optionsWords } from '../../../src/ui/words/en/options.ts';

addWords(optionsWords);
const ID = '11111111-2222-4333-8444-555555555555';
const SIGNER = `04${'a'.repeat(128)}`;

describe('managedDraft', () => {
  test('behavior: without a policy what was typed stays, the very same', () => {
    const draft = createDraft('local', []);
    expect(applyManagedPolicy(draft, NO_POLICY)).toEqual(draft);
  });

  test.each([
    [TURNKEY_BASE_URL, 'turnkey'],
    ['https://keys.corp.example/v1', 'custom'],
    ['http://127.0.0.1:9999', 'local'],
  ])('behavior: %s makes a %s profile of any draft, which has no faults', (baseUrl, service) => {
    const policy = { ...NO_POLICY, baseUrl, organizationId: ID, importSigner: SIGNER };
    for (const kind of ['local', 'turnkey', 'custom'] as const) {
      const input = { ...createDraft(kind, []), name: 'Mine', organizationId: 'nonsense' };
      const draft = applyManagedPolicy(input, policy);
      expect(validateDraft(draft, true)).toEqual({});
      expect(profileOf(draft, ID, null)).toMatchObject({
        service,
        baseUrl,
        organizationId: ID,
        name: 'Mine',
        trust: { signer: SIGNER },
      });
    }
  });

  test('behavior: at the set address the kind that a person chose stays', () => {
    const baseUrl = 'http://127.0.0.1:8788';
    const input = { ...createDraft('custom', []), baseUrl };
    expect(applyManagedPolicy(input, { ...NO_POLICY, baseUrl }).service).toBe('custom');
  });
});
