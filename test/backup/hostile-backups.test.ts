// Generated backups, half of them hostile: none leaves a right that the screens could not give, none
// makes a record that a screen can't draw, and each change is named before it is made (threats 59, 60).
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BackupLook, RestoreChoices } from '../../src/protocol/backup.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { rowOf } from '../../src/protocol/operations.ts';
import { readOrigin } from '../../src/protocol/origin.ts';
import { readBaseUrl, stampChoiceOf, type Profile } from '../../src/protocol/profile.ts';
import type { Site } from '../../src/protocol/site.ts';
import type { Database } from '../../src/storage/database.ts';
import { RelativeTime } from '../../src/ui/components/values.tsx';
import { addWords, formatDate, formatDateTime, isoTime } from '../../src/ui/i18n.ts';
import { ChangeList, operationsText } from '../../src/ui/settings/backup/change-list.tsx';
import { createRestoreDraft, finalChoices } from '../../src/ui/settings/backup/restore-draft.ts';
import { findLookalikes, groupSites } from '../../src/ui/sites/site-list.ts';
import { backupWords } from '../../src/ui/words/en/backup.ts';
import { createEmptyDatabase } from '../permissions/fixtures.ts';
import { honestContents, hostileContents, NOW, profileIdOf } from './hostile-contents.ts';
import { createWorld, sealContents, type World } from './hostile-world.ts';

vi.setConfig({ testTimeout: 240_000 });

const RUNS = Number(process.env['KEYSTAMP_BACKUPS'] ?? 200);
const DAY_MS = 86_400_000;
const trust = { signer: `04${'c'.repeat(128)}`, otp: `04${'d'.repeat(128)}` };

/** The profile that is here: under an ID that the backups have as well. */
const profileHere: Profile = {
  id: profileIdOf(0),
  name: 'Here',
  colour: 'green',
  order: 0,
  service: 'custom',
  baseUrl: 'https://service.example',
  organizationId: profileIdOf(9),
  keyId: 'b0000000-0000-4000-8000-000000000000',
  passkeys: null,
  authorization: { usual: 'key', passkeyOnly: [] },
  otpGeneration: 'enclave',
  passkeyHeader: 'X-Stamp',
  trust,
  known: null,
};

let db: Database;
let world: World;
beforeAll(async () => {
  addWords(backupWords);
  db = await createEmptyDatabase();
});
beforeEach(async () => {
  world = await createWorld(db, []);
});

/** Everything that a page can choose of a look; what it wouldn't offer as well, if `greedy`. */
function choose(look: BackupLook, greedy: boolean): RestoreChoices {
  const draft = createRestoreDraft(look, true);
  const wanted: RestoreChoices = {
    ...draft,
    profiles: look.profiles
      .filter(({ state }) => state !== 'same')
      .map(({ id, state }) => ({ id, choice: state === 'new' ? 'add' : 'replace' })),
    sites: look.sites.map(({ origin }) => origin),
    grants: look.sites.flatMap(({ grants }) => grants).map(({ grant }) => grant.id),
    settings: true,
  };
  return greedy ? wanted : finalChoices(look, wanted);
}

const fieldsOf = (operation: string): readonly string[] => {
  const row = rowOf(operation);
  if (row?.kind === 'query') return Object.keys(row.fields);
  return (row?.versions ?? []).flatMap(({ fields }) => Object.keys(fields));
};

type Stored = Awaited<ReturnType<World['read']>>;

/** What the screens could give, said anew: by the operations table and the form of a grant. */
function expectGivable({ profiles, sites, grants }: Stored): void {
  for (const site of sites) {
    expect(readOrigin(site.origin)).toBeDefined();
    if (site.profileId === null) {
      expect(site).toMatchObject({ blocked: true, operations: [] });
      continue;
    }
    expect(profiles.map(({ id }) => id)).toContain(site.profileId);
    expect(site.origin).toMatch(/^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/);
    expect(site.operations.length).toBeGreaterThan(0);
    for (const name of site.operations) {
      expect(['ask', 'grant']).toContain(rowOf(name)?.pageAccess);
    }
    expect(site.connectedAt).toBeLessThanOrEqual(NOW);
  }
  for (const grant of grants) {
    const site = sites.find(({ origin }) => origin === grant.origin);
    expect(site).toMatchObject({ profileId: grant.profileId, blocked: false });
    expect(site?.operations).toContain(grant.operation);
    expect(rowOf(grant.operation)?.pageAccess).toBe('grant');
    expect(fieldsOf(grant.operation)).toEqual(expect.arrayContaining(Object.keys(grant.limits)));
    expect(grant.most).toBeLessThanOrEqual(1000);
    expect(grant.perHour ?? 1).toBeLessThanOrEqual(1000);
    expect(grant.createdAt).toBeLessThanOrEqual(NOW);
    expect(grant.expiresAt - grant.createdAt).toBeLessThanOrEqual(30 * DAY_MS);
    const profile = profiles.find(({ id }) => id === grant.profileId);
    const methods = profile && stampChoiceOf(profile, grant.operation, NO_POLICY).methods;
    expect(methods?.[0]).toBe('key');
  }
  for (const { service, baseUrl, keyId, passkeys } of profiles) {
    const address = readBaseUrl(baseUrl);
    expect(address).toMatchObject({ ok: true, url: baseUrl });
    if (service === 'turnkey') expect(baseUrl).toBe('https://api.turnkey.com');
    expect(keyId ?? passkeys).not.toBe(null);
  }
}

/** Throws where a screen would, for each record that a screen draws. */
function draw({ profiles, sites, grants }: Stored, look: BackupLook): void {
  const times = [
    ...sites.flatMap(({ connectedAt, lastUsedAt }) => [connectedAt, lastUsedAt]),
    ...grants.flatMap(({ createdAt, expiresAt, lastUsedAt }) => [createdAt, expiresAt, lastUsedAt]),
    ...look.sites.flatMap((one) => one.grants).map(({ grant }) => grant.expiresAt),
    look.createdAt,
  ];
  for (const at of times) {
    if (at === null) continue;
    expect(new Date(at).toISOString()).toBe(isoTime(at));
    formatDate(at);
    formatDateTime(at);
    RelativeTime({ at });
  }
  const views = sites.map((site) => ({
    ...site,
    managed: false,
    reached: true,
    grants: grants.filter(({ origin }) => origin === site.origin),
    cooldownUntil: null,
    history: [],
  }));
  groupSites(views);
  findLookalikes(
    views,
    profiles.map(({ baseUrl }) => new URL(baseUrl).hostname),
  );
  for (const one of look.profiles) ChangeList({ changes: one.changes });
  ChangeList({ changes: look.settings });
  for (const one of look.sites) operationsText([...one.operations, ...one.dropped]);
}

/** The facts of a profile by the names that the look has for them; the rest is what a restore decides. */
const factsOf = (one: Profile): Readonly<Record<string, unknown>> => ({
  name: one.name.replace(/ \d+$/, ''),
  colour: one.colour,
  service: one.service,
  baseUrl: one.baseUrl,
  organizationId: one.organizationId,
  key: one.keyId,
  passkeyDomain: one.passkeys?.rpId ?? null,
  passkeys: one.passkeys,
  usual: one.authorization.usual,
  passkeyOnly: one.authorization.passkeyOnly.toSorted(),
  signer: one.trust.signer,
  otp: one.trust.otp,
  otpGeneration: one.otpGeneration,
  passkeyHeader: one.passkeyHeader,
});

const siteFacts = ({ profileId, operations, blocked }: Site) =>
  JSON.stringify([profileId, operations, blocked]);

/** Each difference between before and after stands in the look. */
function expectNamed(before: Stored, after: Stored, look: BackupLook): void {
  for (const profile of after.profiles) {
    const old = before.profiles.find(({ id }) => id === profile.id);
    const shown = look.profiles.find(({ id }) => id === profile.id);
    // Its last page asks for this domain by itself.
    if (!old) expect(shown?.passkeyDomain).toBe(profile.passkeys?.rpId ?? null);
    const [facts, oldFacts] = [factsOf(profile), old && factsOf(old)];
    const changed = Object.keys(facts).filter(
      (name) => JSON.stringify(facts[name]) !== JSON.stringify(oldFacts?.[name]),
    );
    const named = shown?.changes.map(({ fact }) => String(fact)) ?? [];
    // A name of no number may differ by the one that a restore adds.
    expect(changed.filter((name) => !named.includes(name) && name !== 'name')).toEqual([]);
    if (!old || old.trust.signer !== profile.trust.signer) {
      const isUsual = look.profiles.every(({ trustWarning }) => trustWarning === null);
      if (isUsual) expect(profile.trust.signer).toMatch(/^04cf288f/);
    }
  }
  for (const one of after.sites) {
    const old = before.sites.find(({ origin }) => origin === one.origin);
    if (old && siteFacts(old) === siteFacts(one)) continue;
    const shown = look.sites.find(({ origin }) => origin === one.origin);
    expect(shown?.state).not.toBe('same');
    expect(shown?.blocked).toBe(one.blocked);
    if (one.profileId !== null) expect(one.operations).toEqual(shown?.operations);
  }
  for (const one of after.grants) {
    const shown = look.sites
      .flatMap(({ grants }) => grants)
      .find(({ grant }) => grant.id === one.id);
    expect(shown).toMatchObject({
      state: 'new',
      grant: { expiresAt: one.expiresAt, most: one.most, perHour: one.perHour, limits: one.limits },
    });
  }
  const changed = Object.keys(after.settings).filter(
    (name) => Reflect.get(after.settings, name) !== Reflect.get(before.settings, name),
  );
  expect(look.settings.map(({ fact }) => String(fact))).toEqual(expect.arrayContaining(changed));
}

/** Opens and restores a backup; the code of the refusal if it is one. */
async function restoreInto(one: World, contents: unknown, greedy: boolean): Promise<string> {
  const head = await sealContents(contents);
  const before = await one.read();
  let look: BackupLook;
  try {
    look = await one.look(head);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    expect(await one.read()).toEqual(before);
    return error.code;
  }
  await one.restore(head, { choices: choose(look, greedy), seen: look.seen });
  const after = await one.read();
  expectGivable(after);
  draw(after, look);
  expectNamed(before, after, look);
  // What is here can be backed up, and comes back as it is.
  const again = await one.look(await one.backUp());
  expect(again.profiles.map(({ state }) => state)).toEqual(after.profiles.map(() => 'same'));
  expect(again.sites.map(({ state }) => state)).toEqual(after.sites.map(() => 'same'));
  return 'restored';
}

describe('generated backups', () => {
  test('behavior: honest ones come back, with nothing that isn’t named', async () => {
    await fc.assert(
      fc.asyncProperty(honestContents, fc.boolean(), async (contents, isHere) => {
        world = await createWorld(db, isHere ? [profileHere] : []);
        expect(await restoreInto(world, contents, false)).toBe('restored');
        expect((await world.read()).profiles).toHaveLength(2);
      }),
      { numRuns: RUNS },
    );
  });

  test('error: hostile ones leave no right that the screens could not give, blank no screen, and change nothing unnamed (threats 59, 60)', async () => {
    const counts: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        hostileContents,
        fc.boolean(),
        fc.boolean(),
        async (contents, isHere, greedy) => {
          world = await createWorld(db, isHere ? [profileHere] : []);
          const end = await restoreInto(world, contents, greedy);
          counts[end] = (counts[end] ?? 0) + 1;
        },
      ),
      { numRuns: RUNS },
    );
    // Both are tried: what a file's form already refuses, and what opens.
    expect(counts['restored']).toBeGreaterThan(RUNS / 10);
    expect(counts['backup_invalid']).toBeGreaterThan(RUNS / 10);
    expect(Object.keys(counts).toSorted()).toEqual(['backup_invalid', 'restored']);
  });
});
