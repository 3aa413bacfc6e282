import { h, render } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import type { Client } from '../../../src/client/client.ts';
import type { WireError } from '../../../src/protocol/errors.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { rowOf } from '../../../src/protocol/operations.ts';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { Button } from '../../../src/ui/components/button.tsx';
import { ConfirmDialog } from '../../../src/ui/components/confirm-dialog.tsx';
import { Screen } from '../../../src/ui/components/layout.tsx';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { DeniedPolicies } from '../../../src/ui/forms/denied-policies.tsx';
import { PredictionLine } from '../../../src/ui/forms/prediction-line.tsx';
import { WCAG_TAGS } from '../../axe-rules.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { id, profile } from '../page/world.ts';

/*
 * What the policies will say, and what they said, drawn by a real Chromium with the evaluator loaded as
 * pages load it.
 */

type Policy = {
  readonly policyId: string;
  readonly policyName: string;
  readonly effect: string;
  readonly condition?: string;
  readonly consensus?: string;
};
const allow = (policyName: string, rest: Partial<Policy>): Policy => ({
  policyId: id(70),
  policyName,
  effect: 'EFFECT_ALLOW',
  ...rest,
});

const AT = { seconds: '0', nanos: '0' };
const user = (n: number, userName: string, mfaPolicies: readonly object[] = []) => {
  const credential = { publicKey: `02${String(n)}`, type: 'CREDENTIAL_TYPE_API_KEY_P256' };
  const key = {
    apiKeyId: id(n + 100),
    apiKeyName: 'Key',
    createdAt: AT,
    updatedAt: AT,
    credential,
  };
  return { userId: id(n), userName, userTags: [], apiKeys: [key], mfaPolicies };
};
const USERS = [user(4, 'Ada'), user(41, 'Bob'), user(42, 'Cem')];

/** A worker whose service has these policies; `null`: nothing can be read without the passkey. */
function clientOf(
  policies: readonly Policy[] | null,
  asked: string[] = [],
  users: readonly object[] = USERS,
): Client {
  const call = async (name: string, input: { readonly operation?: string }) => {
    asked.push(input.operation ?? name);
    if (name === 'keys_list') return [{ id: profile.keyId, publicKey: '02ab' }];
    if (!policies) throw new KeystampError('read_session_needed');
    const rootQuorum = { threshold: 1, userIds: [id(43)] };
    return Promise.resolve(
      input.operation === 'list_policies'
        ? { policies }
        : { organizationData: { users, rootQuorum } },
    );
  };
  return { call } as unknown as Client;
}

const ROW = rowOf('update_wallet');
const PARAMETERS = { walletId: id(5), walletName: 'Savings' };

let root: HTMLElement;

function predictionOf(client: Client) {
  if (!ROW) throw new Error('no row');
  return h(PredictionLine, {
    client,
    now: () => 0,
    row: ROW,
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    profile,
    parameters: PARAMETERS,
    method: 'key',
  });
}

function show(client: Client): void {
  const summary = h('p', { class: 'summary' }, 'Rename the wallet “Main” to “Savings”.');
  render(h('main', { class: 'stack' }, [summary, predictionOf(client)]), root);
}

const height = () => root.querySelector('.prediction')?.getBoundingClientRect().height ?? 0;
const line = () => root.querySelector('.prediction')?.textContent ?? '';
const plain = (text: string) => text.replaceAll(/[⁦-⁩]/g, '');

const FOUR: Readonly<Record<string, { policies: readonly Policy[] | null; says: string }>> = {
  allowed: {
    policies: [allow('Wallet admins', { condition: "activity.resource == 'WALLET'" })],
    says: 'Allowed by the policy “Wallet admins”.',
  },
  consensus: {
    policies: [allow('Two people', { consensus: 'approvers.count() >= 2' })],
    says: '“Bob” or “Cem” must approve this next.',
  },
  refused: {
    policies: [
      allow('Freeze', { effect: 'EFFECT_DENY', condition: "activity.action == 'UPDATE'" }),
    ],
    says: 'Your organization’s policies deny this:Freeze denies it',
  },
  unknown: {
    policies: null,
    says: 'Keystamp can’t tell what the policies say, because the list of policies couldn’t be read',
  },
};

const ERROR: WireError = {
  code: 'service_error',
  message: '',
  detail: {
    status: 403,
    policyEvaluations: [
      { policyId: id(70), outcome: 'OUTCOME_DENY_EXPLICIT' },
      { policyId: id(71), outcome: 'OUTCOME_ERROR' },
    ],
  },
};

function showDenied(client: Client, detail: WireError['detail']): void {
  const error: WireError = detail ? { ...ERROR, detail } : ERROR;
  render(h(DeniedPolicies, { client, profileId: profile.id, error, now: () => 0 }), root);
}

beforeAll(() => {
  addRowWords();
  return startOwnPage({ now: () => 0, root: document.documentElement });
});
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

describe('may I', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, { policies, says }] of Object.entries(FOUR)) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...DEFAULT_SETTINGS, theme });
        await page.viewport(380, 200);
        show(clientOf(policies));
        const before = height();
        await expect.poll(() => plain(line())).toContain(says);
        if (name === 'allowed') expect(height()).toBe(before);
        const rules = rulesIn(theme);
        expect(await axeFaults({ place: root, rules, tags: WCAG_TAGS })).toEqual([]);
        await takePicture(`prediction/${name}-${theme}`);
      });
    }
  }

  const ERRING = { condition: "activity.kind == 'UPDATE_WALLET' && private_key.id == 'x'" };
  const WHOLE = { effect: 'EFFECT_DENY' };
  const named = (n: number, name: string, rest: Partial<Policy>) => ({
    ...allow(name, rest),
    policyId: id(n),
  });
  for (const theme of ['light', 'dark'] as const) {
    test(`behavior: a refusal names each policy that denies and each that errs, ${theme}`, async () => {
      applySettings({ ...DEFAULT_SETTINGS, theme });
      await page.viewport(380, 300);
      const policies = [
        named(70, 'Freeze', WHOLE),
        named(71, `No ${'renames'.repeat(9)}`, WHOLE),
        named(72, '', WHOLE),
        named(73, 'By key', { ...ERRING, ...WHOLE }),
        named(74, 'Exports', { ...WHOLE, condition: "activity.action == 'EXPORT'" }),
        named(75, 'Admins', {}),
      ];
      show(clientOf(policies));
      const items = () =>
        [...root.querySelectorAll('.prediction li')].map(({ textContent }) => plain(textContent));
      await expect
        .poll(items)
        .toEqual([
          'Freeze denies it',
          `No ${'renames'.repeat(9)} denies it`,
          `${id(72)} denies it`,
          'By key can’t be evaluated, so it does nothing',
        ]);
      const rules = rulesIn(theme);
      expect(await axeFaults({ place: root, rules, tags: WCAG_TAGS })).toEqual([]);
      expect(root.scrollWidth).toBeLessThanOrEqual(380);
      await takePicture(`prediction/denying-${theme}`);
    });
  }

  test('behavior: in German too', async () => {
    applySettings({ ...DEFAULT_SETTINGS, locale: 'de' });
    await page.viewport(380, 200);
    show(clientOf([named(70, 'Freeze', WHOLE), named(73, 'By key', { ...ERRING, ...WHOLE })]));
    await expect.poll(() => plain(line())).toContain('Freeze verbietet es');
    expect(plain(line())).toContain('By key lässt sich nicht auswerten und bewirkt nichts');
    await takePicture('prediction/denying-german');
    applySettings(DEFAULT_SETTINGS);
  });

  test('behavior: where none allows it, those that err are named', async () => {
    await page.viewport(380, 200);
    show(clientOf([named(73, 'By key', ERRING)]));
    await expect.poll(() => plain(line())).toContain('none of them allows it.By key can’t be');
    await takePicture('prediction/erring');
  });

  const NEWER = "activity.newer == 'x'";
  const UNREAD = [
    named(70, 'Admins', {}),
    named(71, 'Newer', { ...WHOLE, condition: NEWER }),
    named(72, 'Newest', { ...WHOLE, condition: NEWER }),
    // One that Keystamp can't read either, but that can only allow what is allowed anyway.
    named(73, 'Harmless', { condition: NEWER }),
  ];

  test('behavior: what could change the answer is named, and nothing else', async () => {
    await page.viewport(380, 300);
    show(clientOf(UNREAD));
    await expect
      .poll(() => plain(line()))
      .toBe(
        'Allowed by the policy “Admins”. But the policies “Newer” and “Newest”, which Keystamp can’t read, could deny it.',
      );
    expect(root.querySelector('.prediction')?.getAttribute('data-advice')).toBe('allowed');
    expect(await axeFaults({ place: root, rules: rulesIn('light'), tags: WCAG_TAGS })).toEqual([]);
    await takePicture('prediction/unless');
    applySettings({ ...DEFAULT_SETTINGS, locale: 'de' });
    await expect
      .poll(() => plain(line()))
      .toBe(
        'Erlaubt durch die Richtlinie „Admins“. Die Richtlinien „Newer“ und „Newest“, die Keystamp nicht lesen kann, könnten es aber verbieten.',
      );
    await takePicture('prediction/unless-german');
    applySettings(DEFAULT_SETTINGS);
  });

  const TWO = named(70, 'Two people', { consensus: 'approvers.count() >= 2' });
  test.each([
    ['allow it', [named(71, 'Newer', { condition: NEWER })]],
    ['change that', [TWO, named(71, 'Newer', { effect: 'EFFECT_NEW' })]],
  ])('behavior: a policy that can’t be read could %s', async (says, policies) => {
    await page.viewport(380, 200);
    show(clientOf(policies));
    await expect
      .poll(() => plain(line()))
      .toContain(`But the policy “Newer”, which Keystamp can’t read, could ${says}.`);
  });

  const PASSKEYS = { any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] };
  const KEYS = { any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }] };
  const mfa = (condition: string, ...steps: readonly object[]) => [
    {
      mfaPolicyId: id(80),
      mfaPolicyName: 'Both',
      condition,
      requiredAuthenticationMethods: steps,
      order: 0,
    },
  ];
  const OTHER_KEY = { any: [{ type: 'AUTHENTICATION_TYPE_API_KEY', id: id(141) }] };
  const ADMINS = FOUR['allowed']?.policies ?? [];
  const FREEZE = FOUR['refused']?.policies ?? [];
  test.each([
    [
      'a passkey besides the key',
      ADMINS,
      mfa('true', KEYS, PASSKEYS),
      /admins”\. You must then also sign with: Passkey\.$/,
    ],
    ['what the key has shown', ADMINS, mfa('true', KEYS), /admins”\.$/],
    ['another request', ADMINS, mfa("activity.kind == 'DELETE_USERS'", PASSKEYS), /admins”\.$/],
    [
      'a condition that nobody here can read',
      ADMINS,
      mfa('activity.newer == 1', PASSKEYS),
      /You may then also have to sign with: Passkey\.$/,
    ],
    ['a key by its id', ADMINS, mfa('true', OTHER_KEY), new RegExp(`API key “${id(141)}”\\.$`)],
    ['nothing more where it is refused anyway', FREEZE, mfa('true', PASSKEYS), /denies it$/],
  ] as const)('behavior: factors: %s', async (name, policies, mfaPolicies, says) => {
    await page.viewport(380, 200);
    show(clientOf(policies, [], [user(4, 'Ada', mfaPolicies), user(41, 'Bob')]));
    await expect.poll(() => plain(line())).toMatch(says);
    const file = name.replaceAll(' ', '-');
    await takePicture(`prediction/factors-${file}`);
  });

  test('behavior: opening a second request reads nothing again', async () => {
    const asked: string[] = [];
    const client = clientOf(FOUR['allowed']?.policies ?? null, asked);
    show(client);
    await expect.poll(() => plain(line())).toContain('Allowed');
    render(null, root);
    show(client);
    await expect.poll(() => plain(line())).toContain('Allowed');
    expect(asked.filter((one) => one !== 'keys_list')).toEqual([
      'list_policies',
      'get_organization',
    ]);
  });
});

/** A client that answers once it is released. */
function heldClient(policies: readonly Policy[]) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { call } = clientOf(policies);
  const later = async (...input: Parameters<Client['call']>) =>
    held.then(async () => call(...input));
  return { client: { call: later } as unknown as Client, release };
}

/** Where a review's answer arrives: over what it is about, or on a screen of its own. */
const PLACES = {
  sheet: (client: Client) =>
    h(ConfirmDialog, {
      title: 'Rename',
      action: 'Rename',
      onClose: () => undefined,
      onConfirm: () => undefined,
      children: predictionOf(client),
    }),
  screen: (client: Client) =>
    h(Screen, {
      action: h(Button, { wide: true, children: 'Rename' }),
      children: predictionOf(client),
    }),
};

describe('when the answer comes', () => {
  const buttons = () =>
    [...root.querySelectorAll('button')].map((button) => {
      const { left, top, width, height: tall } = button.getBoundingClientRect();
      return [left, top, width, tall];
    });
  const FREEZES = Array.from({ length: 4 }, (_, n) => ({
    ...allow(`Freeze ${n}`, { effect: 'EFFECT_DENY' }),
    policyId: id(70 + n),
  }));
  const SIZES = [
    [380, 600],
    [1100, 760],
  ] as const;
  afterEach(() => {
    document.documentElement.className = '';
    applySettings(DEFAULT_SETTINGS);
  });

  for (const place of ['sheet', 'screen'] as const) {
    for (const [width, tall] of SIZES) {
      const open = async (policies: readonly Policy[]) => {
        await page.viewport(width, tall);
        document.documentElement.className = width === 380 ? 'popup' : '';
        const { client, release } = heldClient(policies);
        render(PLACES[place](client), root);
        await expect.poll(() => height()).toBeGreaterThan(0);
        return release;
      };

      test(`behavior: no button moves, ${place}, ${width} pixels`, async () => {
        const release = await open(FREEZES);
        const before = buttons().slice(-1);
        const short = height();
        release();
        await expect.poll(() => plain(line())).toContain('Freeze 3 denies it');
        expect(height()).toBeGreaterThan(short * 2);
        expect(buttons().slice(-1)).toEqual(before);
      });

      test.each(['en', 'de'] as const)(
        `behavior: “allowed” is one line and moves nothing, ${place}, ${width} pixels, %s`,
        async (locale) => {
          applySettings({ ...DEFAULT_SETTINGS, locale });
          const release = await open(FOUR['allowed']?.policies ?? []);
          const short = height();
          const before = buttons();
          release();
          await expect.poll(() => plain(line())).toContain('Wallet admins');
          expect([height(), buttons()]).toEqual([short, before]);
          const text = root.querySelector('.prediction p')?.getBoundingClientRect();
          expect(text?.height).toBeLessThan(20);
          await takePicture(`prediction/${place}-${width}-${locale}`);
        },
      );
    }
  }
});

describe('a refusal by policies', () => {
  test('behavior: names each policy with its outcome, and a deleted one by its ID', async () => {
    showDenied(clientOf([allow('Freeze', {})]), ERROR.detail);
    const text = () => plain(root.textContent ?? '');
    await expect.poll(text).toContain('Freeze denied it');
    expect(text()).toContain(`${id(71)} (deleted since) couldn’t be evaluated`);
    await page.viewport(380, 240);
    await takePicture('prediction/denied');
  });

  test('behavior: says what else it may be where no policy is named, and nothing otherwise', () => {
    showDenied(clientOf([]), { status: 403 });
    expect(root.textContent).toContain('IP address');
    showDenied(clientOf([]), { status: 403, policyEvaluations: [] });
    expect(root.textContent).toContain('root quorum');
    showDenied(clientOf([]), { status: 400 });
    expect(root.textContent).toBe('');
  });
});
