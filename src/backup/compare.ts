import { digestOfText } from '../crypto/immediate-digest.ts';
import { allowsProfile, allowsSite, type ManagedPolicy } from '../protocol/managed-policy.ts';
import type {
  BackupGrant,
  BackupKey,
  BackupLook,
  BackupProfile,
  BackupSite,
} from '../protocol/backup.ts';
import { stampChoiceOf, type Profile } from '../protocol/profile.ts';
import type { Grant, Site } from '../protocol/site.ts';
import { isSameSite, type BackupRows } from '../permissions/backup-rows.ts';
import { covers } from '../permissions/grants.ts';
import { isExhausted } from '../permissions/grant-validity.ts';
import {
  askableOperations,
  canBeGranted,
  clipGrant,
  type FileGrant,
} from '../permissions/site-rights.ts';
import type { BackupHeader } from '../crypto/backup-seal.ts';
import type { KeyFacts } from '../vault/document.ts';
import { changesOfProfile, changesOfSettings, type AllSettings } from './changes.ts';
import type { BackupContents } from './contents.ts';
import { findElsewhere, trustWarningOf } from './profile-warnings.ts';

/*
 * What a backup would change here. Nothing is written; a restore compares again before it writes.
 */

/** What this browser has, which a backup is compared with. */
export type Here = BackupRows &
  AllSettings & {
    readonly profiles: readonly Profile[];
    readonly keys: readonly KeyFacts[];
    readonly policy: ManagedPolicy;
    /** Milliseconds since the epoch. */
    readonly now: number;
  };

type Opened = { readonly header: BackupHeader; readonly contents: BackupContents };

/** The key with the same public key: its ID may be another one. */
export function findSameKey(
  keys: readonly KeyFacts[],
  { curve, publicKey }: KeyFacts,
): KeyFacts | undefined {
  return keys.find((key) => key.curve === curve && key.publicKey === publicKey);
}

/**
 * The ID of the second profile, if both are kept. The same each time, so that a restore that was
 * stopped and is repeated finds it.
 */
export function idOfCopy({ id: backupId }: BackupHeader, profileId: string): string {
  const hex = digestOfText(JSON.stringify(['keystamp/backup/copy', backupId, profileId]));
  // Version 8, for IDs of one's own making (RFC 9562).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** The profile with its key's ID here, if that key is here. */
export function withKeyHere(one: Profile, contents: BackupContents, here: Here): Profile {
  const facts = contents.keys.find(({ id }) => id === one.keyId);
  const same = facts && findSameKey(here.keys, facts);
  return same ? { ...one, keyId: same.id } : one;
}

function lookAtProfile(one: Profile, { header, contents }: Opened, here: Here): BackupProfile {
  const { id, name, colour, service, baseUrl, organizationId } = one;
  const mapped = withKeyHere(one, contents, here);
  const found = here.profiles.find((profile) => profile.id === id);
  const copy = here.profiles.find((profile) => profile.id === idOfCopy(header, id));
  const keys = { inBackup: contents.keys, here: here.keys };
  const changes = copy ? [] : changesOfProfile(mapped, found, keys);
  const key = contents.keys.find((facts) => facts.id === one.keyId);
  const isHere = here.keys.some((facts) => facts.id === mapped.keyId);
  const isIncluded = key?.privateKey !== undefined;
  const state = !found && !copy ? 'new' : changes.length > 0 ? 'differs' : 'same';
  return {
    id,
    name,
    colour,
    service,
    baseUrl,
    organizationId,
    changes,
    state,
    key: one.keyId === null ? null : isHere ? 'here' : isIncluded ? 'included' : 'absent',
    nameHere: (copy ?? found)?.name ?? null,
    passkeyDomain: one.passkeys?.rpId ?? null,
    trustWarning: state === 'same' ? null : trustWarningOf(one, here.profiles),
    keyElsewhere: state === 'same' ? null : findElsewhere(mapped, here),
    allowed: allowsProfile(here.policy, one),
  };
}

const lookAtKey = (key: KeyFacts, here: Here): BackupKey => ({
  id: key.id,
  name: key.name,
  state: findSameKey(here.keys, key) ? 'same' : 'new',
});

/**
 * Whether a profile stamps with its key what sites ask for: a pre-approval never prompts for a
 * passkey.
 */
export function isStampedByKey(one: Profile, operation: string, policy: ManagedPolicy): boolean {
  return stampChoiceOf(one, operation, policy).methods[0] === 'key';
}

/** Whether the user can give a pre-approval here, with any of the profiles that its own may become. */
function isRefused(one: FileGrant, { contents }: Opened, { profiles, policy }: Here): boolean {
  const own = [...contents.profiles, ...profiles].filter(({ id }) => id === one.profileId);
  return (
    !canBeGranted(one) ||
    !allowsSite(policy, one.origin) ||
    own.some((profile) => !isStampedByKey(profile, one.operation, policy))
  );
}

/** What comes of a pre-approval, with the terms that it may have today. */
function stateOfGrant(
  one: FileGrant,
  grant: Grant,
  connection: Site | undefined,
  opened: Opened,
  here: Here,
): BackupGrant['state'] {
  if (here.grants.some(({ id }) => id === one.id)) return 'same';
  if (isExhausted(grant, here.now)) return 'over';
  if (isRefused(one, opened, here)) return 'refused';
  return connection !== undefined && covers(connection, grant) ? 'new' : 'uncovered';
}

function lookAtGrants(connection: Site | undefined, origin: string, opened: Opened, here: Here) {
  return opened.contents.grants
    .filter((one) => one.origin === origin)
    .map((one): BackupGrant => {
      const grant = clipGrant(one, here.now);
      if (!grant) return { grant: one, state: 'refused', clipped: true };
      const state = stateOfGrant(one, grant, connection, opened, here);
      return { grant, state, clipped: isShortened(one, grant) };
    });
}

const isShortened = (one: FileGrant, { most, perHour, expiresAt }: Grant): boolean =>
  one.most !== most || one.perHour !== perHour || one.expiresAt !== expiresAt;

/**
 * A site's row as it may be here: only with what sites may ask for, and with no time that is still to
 * come. Undefined if nothing is left of it.
 */
export function siteFor(
  one: Site,
  { policy, now }: Pick<Here, 'policy' | 'now'>,
): Site | undefined {
  const operations = askableOperations(one.operations);
  if (one.profileId !== null && refusalOf(one, policy) === null) {
    const pastOrNow = (at: number | null) => (at === null ? null : Math.min(at, now));
    const { connectedAt, lastUsedAt } = one;
    return {
      ...one,
      operations,
      connectedAt: pastOrNow(connectedAt),
      lastUsedAt: pastOrNow(lastUsedAt),
    };
  }
  if (!one.blocked) return undefined;
  return { ...one, profileId: null, operations: [], connectedAt: null, lastUsedAt: null };
}

function refusalOf({ origin, profileId, operations }: Site, policy: ManagedPolicy) {
  if (profileId === null) return null;
  if (askableOperations(operations).length === 0) return 'operations';
  return allowsSite(policy, origin) ? null : 'managed';
}

function lookAtSite(one: Site, opened: Opened, here: Here): BackupSite {
  const { header, contents } = opened;
  const { origin, profileId, blocked } = one;
  const found = here.sites.find((other) => other.origin === origin);
  const copy = profileId === null ? null : idOfCopy(header, profileId);
  const restored = siteFor(one, here);
  const own = restored ?? one;
  const isSame =
    found && (isSameSite(own, found) || isSameSite({ ...own, profileId: copy }, found));
  const operations = askableOperations(one.operations);
  return {
    origin,
    profileId,
    blocked,
    operations,
    dropped: [...new Set(one.operations)].filter((name) => !operations.includes(name)),
    profileName: contents.profiles.find(({ id }) => id === profileId)?.name ?? null,
    state: found ? (isSame ? 'same' : 'differs') : 'new',
    here: found
      ? {
          profileName: here.profiles.find(({ id }) => id === found.profileId)?.name ?? null,
          operations: found.operations,
          blocked: found.blocked,
        }
      : null,
    refused: refusalOf(one, here.policy),
    grants: lookAtGrants(restored, origin, opened, here),
  };
}

/** Compares a backup with what is here. */
export function lookAtContents(opened: Opened, here: Here): BackupLook {
  const { header, contents } = opened;
  const { retention, records } = contents;
  const profiles = contents.profiles.map((one) => lookAtProfile(one, opened, here));
  const keys = contents.keys.map((key) => lookAtKey(key, here));
  const sites = contents.sites.map((one) => lookAtSite(one, opened, here));
  const settings = changesOfSettings(contents, here);
  const lasting = sites.map(({ grants: _grants, ...site }) => site);
  return {
    createdAt: header.createdAt,
    app: header.app,
    profiles,
    keys,
    hasPrivateKeys: contents.keys.some(({ privateKey }) => privateKey !== undefined),
    sites,
    settings,
    retention: retention === here.retention ? null : retention,
    records,
    seen: digestOfText(JSON.stringify([profiles, keys, lasting, settings])),
  };
}
