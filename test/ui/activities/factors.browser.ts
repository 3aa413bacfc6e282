import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { Profile } from '../../../src/protocol/profile.ts';
import type { Activity } from '../../../src/protocol/service-records.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import { checkOver } from './checked-activities.ts';
import { askedBy, createSigner } from './signed-activities.ts';
import { home, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * An activity that lacks factors: what is missing, and the way to give it. The service is a list of
 * answers.
 */

const ACTIVITY = id(30);
const UNBROKEN = 'W'.repeat(64);
const LONG = 'The passkey in the safe of the second floor of the office '.repeat(3).slice(0, 150);

const withPasskey: Profile = {
  ...profile,
  passkeys: { rpId: null, credentials: [{ id: 'known', name: 'Laptop', transports: [] }] },
};

const method = (type: string, of?: string) => ({
  type: `AUTHENTICATION_TYPE_${type}`,
  ...(of !== undefined && { id: of }),
});
const statusOf = (userId: string, facts: object = {}) => ({
  mfaPolicyId: id(31),
  userId,
  satisfied: false,
  satisfiedMethods: [method('API_KEY')],
  requiredMethods: [{ any: [method('API_KEY')] }, { any: [method('PASSKEY')] }],
  ...facts,
});
const others = [
  {
    userId: id(40),
    userName: UNBROKEN,
    apiKeys: [],
    userTags: [],
    mfaPolicies: [],
    authenticators: [
      {
        authenticatorId: id(41),
        authenticatorName: LONG,
        credentialId: 'other',
        credential: { publicKey: 'k', type: 't' },
      },
    ],
  },
];

let root: HTMLElement;
let activity: Activity;
let users: readonly object[];

beforeAll(async () => {
  const ada = await createSigner('Ada', 4);
  const waiting = await askedBy(ada, 30, [], 'Payroll');
  activity = { ...waiting, status: 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED' };
  users = [ada.user, ...others];
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  root.remove();
});

type Shown = {
  readonly statuses: readonly object[] | KeystampError;
  readonly own?: Profile;
};

async function show({ statuses, own = withPasskey }: Shown, says: string) {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const answers: Readonly<Record<string, unknown>> = {
    get_activity: { activity },
    get_mfa_status: statuses instanceof KeystampError ? statuses : { mfaStatuses: statuses },
    list_users: { users },
    list_wallets: { wallets: [{ walletId: id(5), walletName: 'Main' }] },
  };
  const world = popupWorld({
    state: () => ({ ...unlocked, profiles: [own] }),
    home: () => home,
    keys_list: () => [],
    requests_begin: () => ({}),
    requests_list: () => ({ items: [], revision: 1 }),
    activities_check: checkOver(own, (operation) => answers[operation] ?? {}),
    query: ({ operation }: { readonly operation: string }) => {
      const answer = answers[operation];
      if (answer instanceof KeystampError) throw answer;
      return answer ?? {};
    },
  });
  world.effects.hash.set(`#/object/activity/${ACTIVITY}`);
  startPopup(world.effects, root);
  await expect.poll(() => root.innerText.replace(/\s+/g, ' '), { timeout: 10_000 }).toContain(says);
  return world;
}

const SIGN = objectWords['factors.sign.passkey'];
const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = () =>
  document.querySelector(`[aria-label="${objectWords['factors.title']}"]`)?.textContent ?? '';

const CASES: Readonly<Record<string, Shown & { readonly says: string }>> = {
  'what is missing, with the passkey to give it': { statuses: [statusOf(id(4))], says: SIGN },
  'nothing of it in this profile': {
    statuses: [statusOf(id(4))],
    own: profile,
    says: objectWords['factors.notHere'],
  },
  'what others must show': {
    statuses: [
      statusOf(id(40), {
        requiredMethods: [{ any: [method('PASSKEY', id(41)), method('EMAIL_OTP')] }],
      }),
    ],
    says: LONG.trim(),
  },
  'what cannot be read': {
    statuses: new KeystampError('service_unreachable'),
    says: objectWords['factors.unread'],
  },
};

describe('missing factors', () => {
  for (const [name, { says, ...shown }] of Object.entries(CASES)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(380, 600);
        await show(shown, says);
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        document.documentElement.style.fontSize = '200%';
        expect(overlaps(root)).toEqual([]);
        expect(cutTexts(root)).toEqual([]);
        expect(squeezedNames(root)).toEqual([]);
      });
    }
  }

  test('behavior: each step says whether it is done', async () => {
    await show({ statuses: [statusOf(id(4))] }, SIGN);
    expect(section()).toContain('API keyDone');
    expect(section()).toContain('PasskeyMissing');
  });

  test('behavior: the passkey is asked for with the activity’s fingerprint, after a review', async () => {
    const { asked } = await show({ statuses: [statusOf(id(4))] }, SIGN);
    await button(SIGN).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect(asked.some((one) => one.name === 'requests_begin')).toBe(false);
    expect(dialog.element().textContent).toContain('Payroll');
    await dialog.getByRole('button', { name: SIGN }).click();
    await expect.poll(() => asked.find((one) => one.name === 'requests_begin')).toBeDefined();
    expect(asked.find((one) => one.name === 'requests_begin')?.input).toMatchObject({
      operation: 'approve_activity',
      parameters: { fingerprint: activity.fingerprint },
      method: 'passkey',
      profileId: profile.id,
    });
  });
});
