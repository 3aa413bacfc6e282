import * as base64url from '../crypto/base64url.ts';
import type { BackupHeader } from '../crypto/backup-seal.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Grant, Site } from '../protocol/site.ts';
import type { BackupLook, ProfileChoice, RestoreChoices } from '../protocol/backup.ts';
import type { BackupRows } from '../permissions/backup-rows.ts';
import type { OpenedKey } from '../vault/key-backup.ts';
import { findSameKey, idOfCopy, lookAtContents, withKeyHere, type Here } from './compare.ts';
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
};

/** The keys to add. Of a new ID if another key has theirs. The caller wipes them. */
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

/** What the user saw of a profile must still be so. @throws `backup_changed` */
function demandUnchanged(wanted: Wanted, { profiles, sites }: BackupLook): void {
  for (const { id, state } of profiles) {
    const choice = choiceOf(wanted, id);
    const fits = choice === 'add' ? state !== 'differs' : state !== 'new';
    if (choice !== 'leave' && !fits) throw new KeystampError('backup_changed');
  }
  const known = [...profiles.map(({ id }) => id), ...wanted.contents.keys.map(({ id }) => id)];
  const named = [...wanted.choices.profiles.map(({ id }) => id), ...wanted.choices.keys];
  const origins = sites.map(({ origin }) => origin);
  const isUnknown = named.some((id) => !known.includes(id));
  if (isUnknown || wanted.choices.sites.some((origin) => !origins.includes(origin)))
    throw new KeystampError('backup_changed');
}

/** A profile as it is to be here; undefined if nothing is to be written. */
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
  const order = found && choice === 'replace' ? found.order : here.profiles.length + one.order;
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

function siteToPut(one: Site, wanted: Wanted, here: Here): Site | undefined {
  if (!wanted.choices.sites.includes(one.origin)) return undefined;
  if (one.profileId === null) return one;
  const profileId = profileHere(wanted, here, one.profileId);
  if (profileId !== undefined) return { ...one, profileId };
  if (!one.blocked) return undefined;
  return { ...one, profileId: null, operations: [], connectedAt: null, lastUsedAt: null };
}

/**
 * Pre-approvals that the user approves again. Each keeps its uses and its deadline: what is left of it
 * is never more than when the backup was made (docs/backup.md, Pre-approvals).
 */
function grantToAdd(one: Grant, wanted: Wanted, here: Here): Grant | undefined {
  if (!wanted.choices.grants.includes(one.id)) return undefined;
  const profileId = profileHere(wanted, here, one.profileId);
  return profileId === undefined ? undefined : { ...one, profileId };
}

/** Everything that a restore writes, in the order in which it does. */
export type RestorePlan = {
  readonly keys: readonly OpenedKey[];
  readonly profiles: readonly Profile[];
  readonly rows: BackupRows;
};

/** What to write. `backup_changed` if what is here is no longer what the user saw. */
export function planRestore(wanted: Wanted, here: Here, newId: () => string): RestorePlan {
  const look = lookAtContents(wanted, here);
  demandUnchanged(wanted, look);
  const added = keysToAdd(wanted, here, newId);
  const newKeyIds = new Map(added.map(({ idInBackup, id }) => [idInBackup, id]));
  const { sites, grants } = wanted.contents;
  return {
    keys: added.map(({ idInBackup: _idInBackup, ...key }) => key),
    profiles: profilesToSave(wanted, here, { look, newKeyIds }),
    rows: {
      sites: sites.flatMap((one) => siteToPut(one, wanted, here) ?? []),
      grants: grants.flatMap((one) => grantToAdd(one, wanted, here) ?? []),
    },
  };
}
