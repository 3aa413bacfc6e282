import * as base64url from '../crypto/base64url.ts';
import type { BackupHeader } from '../crypto/backup-seal.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Grant, Site } from '../protocol/site.ts';
import type { BackupLook, ProfileChoice, RestoreChoices } from '../protocol/backup.ts';
import type { BackupRows } from '../permissions/backup-rows.ts';
import type { OpenedKey } from '../vault/key-backup.ts';
import {
  findSameKey,
  idOfCopy,
  isStampedByKey,
  lookAtContents,
  siteFor,
  withKeyHere,
  type Here,
} from './compare.ts';
import type { BackupContents } from './contents.ts';

/*
 * What the user's choices make of a backup: what to write, with the IDs and names that it has here.
 */

/** A name that nobody has: with a number if need be, and never longer than a name may be. */
function freeName(name: string, taken: readonly string[]): string {
  const MAX_LENGTH = 64;
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) {
    const ending = ` ${number}`;
    free = `${name.slice(0, MAX_LENGTH - ending.length).trimEnd()}${ending}`;
  }
  return free;
}

type Wanted = {
  readonly header: BackupHeader;
  readonly contents: BackupContents;
  readonly choices: RestoreChoices;
  /** `seen` of the look that the choices are about. */
  readonly seen: string;
};

/** The keys to add. Of a new ID if another key has theirs. The vault wipes them. */
function keysToAdd(
  { contents, choices }: Wanted,
  here: Here,
  newId: () => string,
): readonly (OpenedKey & { readonly idInBackup: string })[] {
  const names = here.keys.map(({ name }) => name);
  return contents.keys.flatMap(({ privateKey, ...facts }) => {
    if (!choices.keys.includes(facts.id) || privateKey === undefined) return [];
    if (findSameKey(here.keys, facts)) return [];
    const name = freeName(facts.name, names);
    names.push(name);
    const isTaken = here.keys.some(({ id }) => id === facts.id);
    const id = isTaken ? newId() : facts.id;
    const idInBackup = facts.id;
    return [{ ...facts, id, name, idInBackup, privateKey: base64url.decode(privateKey) }];
  });
}

function choiceOf({ choices }: Wanted, id: string): ProfileChoice {
  return choices.profiles.find((one) => one.id === id)?.choice ?? 'leave';
}

/**
 * What the user saw must still be so, and no choice can be one that wasn't offered.
 * @throws `backup_changed`, `managed_profile`
 */
function demandSeen(wanted: Wanted, { profiles, sites, seen }: BackupLook): void {
  if (wanted.seen !== seen) throw new KeystampError('backup_changed');
  for (const { id, state, allowed } of profiles) {
    const choice = choiceOf(wanted, id);
    const fits = choice === 'add' ? state !== 'differs' : state !== 'new';
    if (choice !== 'leave' && !fits) throw new KeystampError('backup_changed');
    if (choice !== 'leave' && !allowed) throw new KeystampError('managed_profile');
  }
  const known = [...profiles.map(({ id }) => id), ...wanted.contents.keys.map(({ id }) => id)];
  const named = [...wanted.choices.profiles.map(({ id }) => id), ...wanted.choices.keys];
  const origins = sites.map(({ origin }) => origin);
  const isUnknown = named.some((id) => !known.includes(id));
  if (isUnknown || wanted.choices.sites.some((origin) => !origins.includes(origin)))
    throw new KeystampError('backup_changed');
}

/** A profile as it is to be here, with a name that nothing here has. */
function profileToSave(
  one: Profile,
  wanted: Wanted,
  here: Here,
  taken: readonly string[],
): Profile {
  const choice = choiceOf(wanted, one.id);
  const found = here.profiles.find(({ id }) => id === one.id);
  const id = choice === 'both' ? idOfCopy(wanted.header, one.id) : one.id;
  const name = freeName(one.name, taken);
  // What it signed in as is asked again here.
  const rank = wanted.contents.profiles.filter((other) => other.order < one.order).length;
  const order = found && choice === 'replace' ? found.order : here.profiles.length + rank;
  return { ...one, id, name, order, known: null };
}

function profilesToSave(
  wanted: Wanted,
  here: Here,
  {
    look,
    newKeyIds,
  }: { readonly look: BackupLook; readonly newKeyIds: ReadonlyMap<string, string> },
): readonly Profile[] {
  const saved: Profile[] = [];
  const isHere = ({ id }: Profile) =>
    look.profiles.some((one) => one.id === id && one.state === 'same');
  for (const one of wanted.contents.profiles) {
    if (choiceOf(wanted, one.id) === 'leave' || isHere(one)) continue;
    const others = here.profiles.filter(
      ({ id }) => !(id === one.id && choiceOf(wanted, one.id) === 'replace'),
    );
    const taken = [...others, ...saved].map(({ name }) => name);
    const newKeyId = one.keyId === null ? undefined : newKeyIds.get(one.keyId);
    const mapped = newKeyId ? { ...one, keyId: newKeyId } : withKeyHere(one, wanted.contents, here);
    saved.push(profileToSave(mapped, wanted, here, taken));
  }
  return saved;
}

/** The profile that a site is connected to here; undefined if there is none. */
function profileHere(wanted: Wanted, here: Here, id: string): string | undefined {
  const isHere = (wantedId: string) => here.profiles.some((one) => one.id === wantedId);
  const copy = idOfCopy(wanted.header, id);
  const choice = choiceOf(wanted, id);
  if (choice === 'both' || (choice === 'leave' && isHere(copy))) return copy;
  return choice !== 'leave' || isHere(id) ? id : undefined;
}

function siteToPut(stored: Site, wanted: Wanted, here: Here): Site | undefined {
  if (!wanted.choices.sites.includes(stored.origin)) return undefined;
  const one = siteFor(stored, here);
  if (!one || one.profileId === null) return one;
  const profileId = profileHere(wanted, here, one.profileId);
  if (profileId !== undefined) return { ...one, profileId };
  if (!one.blocked) return undefined;
  return { ...one, profileId: null, operations: [], connectedAt: null, lastUsedAt: null };
}

/**
 * Pre-approvals that the user approves again, as they were shown. Each keeps its uses and its deadline:
 * what is left of it is never more than when the backup was made, nor than may be given now
 * (docs/backup.md, Auto-approvals).
 */
function grantsToAdd(
  look: BackupLook,
  wanted: Wanted,
  { here, saved }: { readonly here: Here; readonly saved: readonly Profile[] },
): readonly Grant[] {
  const offered = look.sites.flatMap(({ grants }) => grants);
  return offered.flatMap(({ grant, state }) => {
    if (state !== 'new' || !wanted.choices.grants.includes(grant.id)) return [];
    const profileId = profileHere(wanted, here, grant.profileId);
    const found = [...saved, ...here.profiles].find(({ id }) => id === profileId);
    const isGiven = found && isStampedByKey(found, grant.operation, here.policy);
    return isGiven ? [{ ...grant, profileId: found.id }] : [];
  });
}

/** Everything that a restore writes, in the order in which it does. */
export type RestorePlan = {
  readonly keys: readonly OpenedKey[];
  readonly profiles: readonly Profile[];
  readonly rows: BackupRows;
};

/** What to write. `backup_changed` if what is here is no longer what the user saw, `managed_profile`. */
export function planRestore(wanted: Wanted, here: Here, newId: () => string): RestorePlan {
  const look = lookAtContents(wanted, here);
  demandSeen(wanted, look);
  const added = keysToAdd(wanted, here, newId);
  const newKeyIds = new Map(added.map(({ idInBackup, id }) => [idInBackup, id]));
  const profiles = profilesToSave(wanted, here, { look, newKeyIds });
  return {
    keys: added.map(({ idInBackup: _idInBackup, ...key }) => key),
    profiles,
    rows: {
      sites: wanted.contents.sites.flatMap((one) => siteToPut(one, wanted, here) ?? []),
      grants: grantsToAdd(look, wanted, { here, saved: profiles }),
    },
  };
}
