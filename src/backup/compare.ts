import { digestOfText } from '../crypto/immediate-digest.ts';
import type { Settings } from '../protocol/app-state.ts';
import type {
  BackupGrant,
  BackupKey,
  BackupLook,
  BackupProfile,
  BackupSite,
  ProfileDifference,
} from '../protocol/backup.ts';
import type { HistoryRetention } from '../protocol/history.ts';
import { TURNKEY_TRUST, type Profile } from '../protocol/profile.ts';
import type { Site } from '../protocol/site.ts';
import { isSameSite, type BackupRows } from '../permissions/backup-rows.ts';
import { covers } from '../permissions/grants.ts';
import { isExhausted } from '../permissions/grant-validity.ts';
import type { BackupHeader } from '../crypto/backup-seal.ts';
import type { KeyFacts } from '../vault/document.ts';
import type { BackupContents } from './contents.ts';

/*
 * What a backup would change here. Nothing is written; a restore compares again before it writes.
 */

/** What is here. */
export type Here = BackupRows & {
  readonly profiles: readonly Profile[];
  readonly keys: readonly KeyFacts[];
  readonly settings: Settings;
  readonly retention: HistoryRetention;
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

const COMPARED: Readonly<Record<ProfileDifference, readonly (keyof Profile)[]>> = {
  name: ['name'],
  colour: ['colour'],
  service: ['service', 'baseUrl'],
  organizationId: ['organizationId'],
  keyId: ['keyId'],
  passkeys: ['passkeys'],
  authorization: ['authorization'],
  trust: ['trust'],
  other: ['otpGeneration', 'passkeyHeader'],
};

/** What differs between a profile of a backup and the one here. */
function differencesOf(one: Profile, found: Profile): ProfileDifference[] {
  // A restore adds a number where another profile has the name.
  const isNumbered = found.name.replace(/ \d+$/, '') === one.name;
  const compared = isNumbered ? { ...one, name: found.name } : one;
  const names = Object.keys(COMPARED) as ProfileDifference[];
  return names.filter((name) =>
    COMPARED[name].some(
      (member) => JSON.stringify(compared[member]) !== JSON.stringify(found[member]),
    ),
  );
}

function lookAtProfile(one: Profile, { header, contents }: Opened, here: Here): BackupProfile {
  const { id, name, colour, service, baseUrl, organizationId, trust } = one;
  const mapped = withKeyHere(one, contents, here);
  const found = here.profiles.find((profile) => profile.id === id);
  const copy = here.profiles.find((profile) => profile.id === idOfCopy(header, id));
  const differences = found && !copy ? differencesOf(mapped, found) : [];
  const key = contents.keys.find((facts) => facts.id === one.keyId);
  const isHere = here.keys.some((facts) => facts.id === mapped.keyId);
  const isIncluded = key?.privateKey !== undefined;
  const { signer, otp } = TURNKEY_TRUST;
  return {
    id,
    name,
    colour,
    service,
    baseUrl,
    organizationId,
    differences,
    state: !found && !copy ? 'new' : differences.length > 0 ? 'differs' : 'same',
    key: one.keyId === null ? null : isHere ? 'here' : isIncluded ? 'included' : 'absent',
    nameHere: (copy ?? found)?.name ?? null,
    hasOtherTrust: service === 'turnkey' && (trust.signer !== signer || trust.otp !== otp),
  };
}

const lookAtKey = (key: KeyFacts, here: Here): BackupKey => ({
  id: key.id,
  name: key.name,
  state: findSameKey(here.keys, key) ? 'same' : 'new',
});

function lookAtGrants(one: Site, contents: BackupContents, here: Here): BackupGrant[] {
  return contents.grants
    .filter(({ origin }) => origin === one.origin)
    .map((grant) => {
      const isHere = here.grants.some(({ id }) => id === grant.id);
      const state = isHere
        ? 'same'
        : isExhausted(grant, here.now)
          ? 'over'
          : covers(one, grant)
            ? 'new'
            : 'uncovered';
      return { grant, state };
    });
}

function lookAtSite(one: Site, { header, contents }: Opened, here: Here): BackupSite {
  const { origin, profileId, blocked, operations } = one;
  const found = here.sites.find((other) => other.origin === origin);
  const copy = profileId === null ? null : idOfCopy(header, profileId);
  const isSame =
    found && (isSameSite(one, found) || isSameSite({ ...one, profileId: copy }, found));
  return {
    origin,
    profileId,
    blocked,
    operations,
    profileName: contents.profiles.find(({ id }) => id === profileId)?.name ?? null,
    state: found ? (isSame ? 'same' : 'differs') : 'new',
    grants: lookAtGrants(one, contents, here),
  };
}

/** Compares a backup with what is here. */
export function lookAtContents(opened: Opened, here: Here): BackupLook {
  const { header, contents } = opened;
  const { settings, retention, records } = contents;
  const isSame =
    JSON.stringify([settings, retention]) === JSON.stringify([here.settings, here.retention]);
  return {
    createdAt: header.createdAt,
    app: header.app,
    profiles: contents.profiles.map((one) => lookAtProfile(one, opened, here)),
    keys: contents.keys.map((key) => lookAtKey(key, here)),
    hasPrivateKeys: contents.keys.some(({ privateKey }) => privateKey !== undefined),
    sites: contents.sites.map((one) => lookAtSite(one, opened, here)),
    settings: isSame ? 'same' : 'differs',
    retention: retention === here.retention ? null : retention,
    records,
  };
}
