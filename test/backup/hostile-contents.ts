// Contents of backups, honest and hostile, for property tests: what Keystamp writes, and what somebody
// makes of it who knows the password.
import fc from 'fast-check';
import type { BackupContents } from '../../src/backup/contents.ts';
import { ROWS, PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import { PROFILE_COLOURS, TURNKEY_BASE_URL, TURNKEY_TRUST } from '../../src/protocol/profile.ts';
import { LAST_TIME } from '../../src/protocol/time.ts';

/** When everything happens. */
export const NOW = Date.UTC(2027, 0, 31, 12);
const DAY_MS = 86_400_000;

const idOf = (kind: string, at: number): string =>
  `${kind.padEnd(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`;
export const profileIdOf = (at: number): string => idOf('a', at);
export const keyIdOf = (at: number): string => idOf('b', at);

const point = (digit: string) => `04${digit.repeat(128)}`;
const OTHER_TRUST = { signer: point('a'), otp: point('b') };
const SITES = ['https://app.example', 'https://other.example:8443', 'http://localhost:5173'];
const GRANTABLE = ROWS.filter(({ pageAccess }) => pageAccess === 'grant').map(({ name }) => name);
const NEVER = ROWS.filter(({ pageAccess }) => pageAccess === 'never').map(({ name }) => name);

const pastTime = fc.integer({ min: NOW - 400 * DAY_MS, max: NOW });

const profile = (at: number) =>
  fc.record({
    id: fc.constant(profileIdOf(at)),
    name: fc.constant(`Profile ${at}`),
    colour: fc.constantFrom(...PROFILE_COLOURS),
    order: fc.constant(at),
    service: fc.constant('custom' as const),
    baseUrl: fc.constantFrom('https://service.example', 'https://other.example/api'),
    organizationId: fc.constantFrom(idOf('c', 1), idOf('c', 2)),
    keyId: fc.constant(keyIdOf(at)),
    passkeys: fc.constantFrom(null, { rpId: 'app.example', credentials: [] }),
    authorization: fc.record({
      usual: fc.constantFrom('key' as const, 'passkey' as const),
      passkeyOnly: fc.subarray(['update_wallet', 'create_wallet']),
    }),
    otpGeneration: fc.constantFrom('legacy' as const, 'enclave' as const),
    passkeyHeader: fc.constantFrom('X-Stamp' as const, 'X-Stamp-Webauthn' as const),
    trust: fc.constantFrom({ ...TURNKEY_TRUST }, OTHER_TRUST),
    known: fc.constant(null),
  });

const site = (origin: string) =>
  fc.record({
    origin: fc.constant(origin),
    profileId: fc.constantFrom(profileIdOf(0), profileIdOf(1)),
    operations: fc.subarray([...PAGE_OPERATIONS], { minLength: 1 }),
    connectedAt: pastTime,
    lastUsedAt: pastTime,
    blocked: fc.boolean(),
  });

const grant = (at: number) =>
  fc
    .record({
      id: fc.constant(idOf('d', at)),
      origin: fc.constantFrom(...SITES),
      profileId: fc.constantFrom(profileIdOf(0), profileIdOf(1)),
      operation: fc.constantFrom(...GRANTABLE),
      limits: fc.constantFrom({}, { walletId: 'w' }, { userId: 'u' }),
      most: fc.integer({ min: 1, max: 1000 }),
      used: fc.integer({ min: 0, max: 20 }),
      perHour: fc.constantFrom(null, 5),
      createdAt: fc.integer({ min: NOW - 20 * DAY_MS, max: NOW }),
      lastsMs: fc.integer({ min: 60_000, max: 30 * DAY_MS }),
    })
    .map(({ lastsMs, ...one }) => ({
      ...one,
      recent: [],
      expiresAt: one.createdAt + lastsMs,
      lastUsedAt: null,
    }));

/** What Keystamp writes. */
export const honestContents: fc.Arbitrary<BackupContents> = fc.record({
  profiles: fc.tuple(profile(0), profile(1)),
  activeProfileId: fc.constantFrom(null, profileIdOf(0)),
  keys: fc.constant([]),
  sites: fc.tuple(...SITES.map(site)),
  grants: fc.tuple(grant(0), grant(1), grant(2), grant(3)),
  settings: fc.record({
    ...(Object.fromEntries(
      Object.entries(DEFAULT_SETTINGS).map(([name, value]) => [name, fc.constant(value)]),
    ) as never as { [K in keyof typeof DEFAULT_SETTINGS]: fc.Arbitrary<never> }),
    autoLockMinutes: fc.integer({ min: 1, max: 240 }) as fc.Arbitrary<never>,
  }),
  retention: fc.constantFrom(null, 30, 365),
  records: fc.constant(0),
}) as never;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

function withValue(value: Json, [first, ...rest]: Path, to: Json): Json {
  if (first === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    Json
  >;
  copy[first] = withValue(copy[first] ?? null, rest, to);
  return copy;
}

/** Anything anywhere: numbers that are no time, texts that are no name, other kinds of values. */
const oddLeaf = fc.record({
  at: fc.nat(),
  value: fc.constantFrom<Json>(
    1e300,
    -1,
    0.5,
    0,
    1,
    8.64e15,
    8.64e15 + 1,
    LAST_TIME,
    LAST_TIME + 1,
    NOW + 3650 * DAY_MS,
    Number.MAX_SAFE_INTEGER,
    null,
    true,
    '',
    '\u202E',
    '__proto__',
    'javascript:alert(1)',
    'https://evil.example',
    '*.evil.example',
    'create_wallet',
    profileIdOf(0),
    profileIdOf(0).toUpperCase(),
    [],
    {},
  ),
});

/** What a schema alone would let through. */
const PLANTED: readonly ((contents: BackupContents) => object)[] = [
  ({ grants }) => ({ grants: grants.map((one) => ({ ...one, expiresAt: NOW + 11_574 * DAY_MS })) }),
  ({ grants }) => ({ grants: grants.map((one) => ({ ...one, most: 1_000_000, used: 0 })) }),
  ({ grants }) => ({ grants: grants.map((one) => ({ ...one, perHour: 999_999 })) }),
  ({ grants }) => ({
    grants: grants.map((one) => ({
      ...one,
      createdAt: NOW + 300 * DAY_MS,
      expiresAt: NOW + 320 * DAY_MS,
    })),
  }),
  ({ grants }) => ({ grants: grants.map((one) => ({ ...one, operation: 'create_wallet' })) }),
  ({ grants }) => ({ grants: grants.map((one) => ({ ...one, operation: 'delete_user_tags' })) }),
  ({ grants }) => ({ grants: grants.map((one) => ({ ...one, limits: { nothing: 'w' } })) }),
  ({ grants, sites }) => ({
    grants: grants.map((one) => ({ ...one, operation: 'create_wallet' })),
    sites: sites.map((one) => ({ ...one, operations: ['create_wallet', 'update_wallet'] })),
  }),
  ({ sites }) => ({ sites: sites.map((one) => ({ ...one, operations: NEVER.slice(0, 50) })) }),
  ({ sites }) => ({
    sites: sites.map((one) => ({ ...one, operations: [...one.operations, 'of_no_row'] })),
  }),
  ({ sites }) => ({
    sites: sites.map((one) => ({ ...one, connectedAt: LAST_TIME, lastUsedAt: LAST_TIME })),
  }),
  ({ profiles }) => ({ profiles: profiles.map((one) => ({ ...one, trust: OTHER_TRUST })) }),
  ({ profiles }) => ({
    profiles: profiles.map((one) => ({ ...one, baseUrl: 'https://evil.example' })),
  }),
  ({ profiles }) => ({
    profiles: profiles.map((one) => ({
      ...one,
      service: 'turnkey',
      baseUrl: TURNKEY_BASE_URL,
      trust: OTHER_TRUST,
    })),
  }),
  ({ profiles }) => ({
    profiles: profiles.map((one) => ({
      ...one,
      passkeys: { rpId: 'evil.example', credentials: [] },
      authorization: { usual: 'key', passkeyOnly: [] },
    })),
  }),
  ({ settings }) => ({ settings: { ...settings, autoLockMinutes: 240, locale: 'xx-Evil' } }),
];

/** Honest contents with one to three things changed. */
export const hostileContents: fc.Arbitrary<unknown> = fc
  .tuple(
    honestContents,
    fc.array(fc.constantFrom(...PLANTED), { minLength: 0, maxLength: 3 }),
    fc.array(oddLeaf, { minLength: 0, maxLength: 2 }),
  )
  .filter(([, planted, odd]) => planted.length + odd.length > 0)
  .map(([honest, planted, odd]) => {
    const changed = planted.reduce<BackupContents>(
      (contents, plant) => ({ ...contents, ...plant(contents) }),
      honest,
    );
    return odd.reduce<Json>((json, { at, value }) => {
      const leaves = leavesOf(json);
      return withValue(json, leaves[at % leaves.length] ?? [], value);
    }, changed as never);
  });
