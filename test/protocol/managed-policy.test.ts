import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import {
  allowsProfile,
  allowsSite,
  maxAutoLockMs,
  NO_POLICY,
  UNMANAGED,
} from '../../src/protocol/managed-policy.ts';
import {
  MANAGED_SETTINGS,
  MAX_ENTRIES,
  MAX_FAULTS,
  readManaged,
} from '../../src/protocol/read-managed-policy.ts';
import { PASSKEY_RULE_ROWS } from '../../src/protocol/operations.ts';

const POINT = `04${'a'.repeat(128)}`;
const ID = '11111111-2222-4333-8444-555555555555';
const policyOf = (raw: unknown) => readManaged(raw).policy;
const faultsOf = (raw: unknown) => readManaged(raw).faults;

describe('readManaged', () => {
  test('behavior: reads every setting, normalized like the product’s own values', () => {
    const raw = {
      baseUrl: 'https://api.turnkey.com/',
      organizationId: ID.toUpperCase(),
      importSigner: POINT.toUpperCase(),
      allowedSites: ['https://app.example', 'http://localhost:5173', '*.corp.example'],
      blockedSites: ['https://app.example', 'https://app.example'],
      passkeyOnly: ['import_private_key'],
      maxAutoLockMinutes: 10,
    };
    expect(readManaged(raw)).toEqual({
      policy: {
        ...raw,
        baseUrl: 'https://api.turnkey.com',
        organizationId: ID,
        importSigner: POINT,
        blockedSites: ['https://app.example'],
      },
      faults: [],
    });
  });

  test('behavior: with nothing set, nothing is set', () => {
    expect(readManaged({})).toEqual(UNMANAGED);
  });

  const BAD_VALUES: [string, unknown, string][] = [
    ['baseUrl', '', 'url'],
    ['baseUrl', 'http://api.example', 'url'],
    ['baseUrl', 'https://u:p@api.example', 'url'],
    ['baseUrl', 'https://api.example/?x', 'url'],
    ['baseUrl', `https://${'a'.repeat(500)}.example`, 'type'],
    ['baseUrl', ['https://api.example'], 'type'],
    ['organizationId', 'acme', 'uuid'],
    ['organizationId', null, 'type'],
    ['importSigner', POINT.slice(2), 'point'],
    ['importSigner', `02${'a'.repeat(64)}`, 'point'],
    ['allowedSites', 'https://app.example', 'type'],
    ['allowedSites', { 0: 'https://app.example' }, 'type'],
    ['passkeyOnly', true, 'type'],
    ['maxAutoLockMinutes', 0, 'minutes'],
    ['maxAutoLockMinutes', 241, 'minutes'],
    ['maxAutoLockMinutes', 1.5, 'minutes'],
    ['maxAutoLockMinutes', Number.NaN, 'type'],
    ['maxAutoLockMinutes', '5', 'type'],
    ['maxAutoLockMinutes', Infinity, 'minutes'],
  ];
  test.each(BAD_VALUES)(
    'error: %s doesn’t accept %j, and the others still apply',
    (setting, value, problem) => {
      const other = setting === 'blockedSites' ? 'allowedSites' : 'blockedSites';
      const { policy, faults } = readManaged({ [setting]: value, [other]: ['https://b.example'] });
      expect(faults).toEqual([{ setting, entry: null, problem }]);
      expect(policy).toEqual({ ...NO_POLICY, [other]: ['https://b.example'] });
    },
  );

  test.each([
    'app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://APP.example',
    'http://app.example',
    'https://app.example:443',
    'https://u@app.example',
    'https://*.app.example',
    '*',
    '*.',
    '*.com',
    '*.localhost',
    '*.127.0.0.1',
    '*.App.example',
    '*.*.example',
    '*.bücher.example',
    'null',
    'chrome-extension://abc',
    'javascript:alert(1)',
    '',
    ' https://app.example',
    `https://${'a.'.repeat(200)}example`,
  ])('error: %j isn’t a site', (site) => {
    const { policy, faults } = readManaged({ allowedSites: ['https://good.example', site] });
    expect(policy.allowedSites).toEqual(['https://good.example']);
    expect(faults).toMatchObject([{ setting: 'allowedSites', entry: 2 }]);
  });

  test('behavior: a rule may name whatever the product’s own rules may', () => {
    const names = PASSKEY_RULE_ROWS.map(({ name }) => name);
    expect(policyOf({ passkeyOnly: names }).passkeyOnly).toEqual(names);
    for (const name of ['whoami', 'create_read_only_session', '__proto__', 'constructor']) {
      expect(faultsOf({ passkeyOnly: [name] })).toEqual([
        { setting: 'passkeyOnly', entry: 1, problem: 'operation' },
      ]);
    }
  });

  test('error: unknown names are reported, inherited ones included, and none is used', () => {
    const raw = JSON.parse('{"__proto__":{"baseUrl":"https://x.example"},"toString":1,"a":2}');
    const { policy, faults } = readManaged(raw);
    expect(policy).toEqual(NO_POLICY);
    expect(policy.baseUrl).toBeNull();
    expect(faults.map(({ setting, problem }) => [setting, problem])).toEqual([
      ['__proto__', 'unknown'],
      ['toString', 'unknown'],
      ['a', 'unknown'],
    ]);
    const long = 'n'.repeat(100_000);
    expect(faultsOf({ [long]: 1 })[0]?.setting).toBe('n'.repeat(64));
  });

  test('error: oversized values are truncated and reported', () => {
    const sites = Array.from({ length: 100_000 }, (_, at) => `https://s${at}.example`);
    const { policy, faults } = readManaged({ blockedSites: sites });
    expect(policy.blockedSites).toEqual(sites.slice(0, MAX_ENTRIES));
    expect(faults).toEqual([{ setting: 'blockedSites', entry: null, problem: 'too_many' }]);
    const names = Object.fromEntries(sites.map((item) => [item, 1]));
    const truncated = readManaged({ ...names, maxAutoLockMinutes: 5 });
    expect(truncated.faults).toHaveLength(MAX_FAULTS);
    expect(truncated.policy.maxAutoLockMinutes).toBe(5);
  });

  test.each([null, undefined, [], 'x', 7, true, () => ({})])('error: %o sets nothing', (raw) => {
    expect(readManaged(raw)).toEqual({
      policy: NO_POLICY,
      faults: [{ setting: '', entry: null, problem: 'type' }],
    });
  });

  test('behavior: whatever it gets, it returns a policy that reads back the same', () => {
    const value = fc.oneof(fc.anything(), fc.webUrl(), fc.array(fc.webUrl()), fc.uuid());
    const raw = fc.oneof(
      fc.anything(),
      fc.record(Object.fromEntries(MANAGED_SETTINGS.map((name) => [name, value])), {
        requiredKeys: [],
      }),
    );
    fc.assert(
      fc.property(raw, (anything) => {
        const { policy, faults } = readManaged(anything);
        expect(faults.length).toBeLessThanOrEqual(MAX_FAULTS);
        const setValues = Object.fromEntries(
          Object.entries(policy).filter(([, item]) => item !== null),
        );
        expect(readManaged(setValues)).toEqual({ policy, faults: [] });
        // As the vault keeps it.
        expect(readManaged(JSON.parse(JSON.stringify(policy))).policy).toEqual(policy);
      }),
    );
  });
});

describe('the schema for Chromium', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'public/managed-schema.json'), 'utf8')) as {
    properties: Record<string, { type: string; title: string; description: string }>;
  };

  test('behavior: has every setting, with its type and words', () => {
    expect(Object.keys(schema.properties).sort()).toEqual([...MANAGED_SETTINGS].sort());
    const example: Record<string, unknown> = { string: '', array: [], integer: 1 };
    for (const [name, { type, title, description }] of Object.entries(schema.properties)) {
      expect([
        name,
        faultsOf({ [name]: example[type] }).some((item) => item.problem === 'type'),
      ]).toEqual([name, false]);
      expect(title.length * description.length).toBeGreaterThan(0);
    }
  });

  test('behavior: the guide for administrators has every setting', () => {
    const guide = readFileSync(join(ROOT, 'docs/managed-policy.md'), 'utf8');
    for (const name of MANAGED_SETTINGS) expect(guide).toContain(`| \`${name}\``);
  });
});

describe('allowsSite', () => {
  test('behavior: a wildcard covers its name and all names below it, on every port, and nothing else', () => {
    const policy = policyOf({ allowedSites: ['*.corp.example'] });
    const allowed = (origin: string) => allowsSite(policy, origin);
    for (const origin of [
      'https://corp.example',
      'https://corp.example.',
      'https://a.corp.example:8443',
    ]) {
      expect([origin, allowed(origin)]).toEqual([origin, true]);
    }
    for (const origin of [
      'https://xcorp.example',
      'https://corp.example.evil.example',
      'https://example',
      'corp.example',
      'null',
      '',
    ]) {
      expect([origin, allowed(origin)]).toEqual([origin, origin === 'corp.example']);
    }
  });

  test('behavior: an origin covers exactly that scheme, name and port; a block comes first', () => {
    const policy = policyOf({
      allowedSites: ['https://app.example', '*.corp.example'],
      blockedSites: ['https://old.corp.example'],
    });
    expect(allowsSite(policy, 'https://app.example')).toBe(true);
    expect(allowsSite(policy, 'https://app.example:8443')).toBe(false);
    expect(allowsSite(policy, 'https://new.corp.example')).toBe(true);
    for (const old of ['https://old.corp.example', 'https://old.corp.example.']) {
      expect([old, allowsSite(policy, old)]).toEqual([old, false]);
    }
    expect(allowsSite(policy, 'https://app.example.')).toBe(false);
    expect(allowsSite(NO_POLICY, 'https://anything.example')).toBe(true);
    expect(allowsSite(policyOf({ allowedSites: [] }), 'https://app.example')).toBe(false);
  });
});

describe('allowsProfile', () => {
  const profile = {
    baseUrl: 'https://api.example',
    organizationId: ID,
    trust: { signer: POINT, otp: POINT },
  };

  test('behavior: every set value has to match the profile’s', () => {
    expect(allowsProfile(NO_POLICY, profile)).toBe(true);
    const all = { baseUrl: 'https://api.example', organizationId: ID, importSigner: POINT };
    expect(allowsProfile(policyOf(all), profile)).toBe(true);
    const others = [
      { baseUrl: 'https://api.example/v2' },
      { organizationId: ID.replace('1', '2') },
      { importSigner: `04${'b'.repeat(128)}` },
    ];
    for (const other of others) {
      expect(allowsProfile(policyOf({ ...all, ...other }), profile)).toBe(false);
    }
  });
});

describe('maxAutoLockMs', () => {
  test('behavior: minutes, or no limit', () => {
    expect(maxAutoLockMs(policyOf({ maxAutoLockMinutes: 5 }))).toBe(300_000);
    expect(maxAutoLockMs(NO_POLICY)).toBe(Infinity);
  });
});
