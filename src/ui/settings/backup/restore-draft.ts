import type {
  BackupGrant,
  BackupLook,
  BackupProfile,
  BackupSite,
  ProfileChoice,
  RestoreChoices,
} from '../../../protocol/backup.ts';

/** What the user wants of a backup, while they still decide. */
export type RestoreDraft = RestoreChoices;

/**
 * What stands there at first: everything that isn't here is restored, and nothing that is here is
 * replaced. A profile with a warning only by choice. Settings only where there is nothing else yet.
 * Pre-approvals never.
 */
export function createRestoreDraft(look: BackupLook, isEmptyHere: boolean): RestoreDraft {
  return {
    profiles: look.profiles
      .filter((one) => one.state === 'new' && one.allowed && !isOdd(one))
      .map(({ id }) => ({ id, choice: 'add' })),
    keys: look.hasPrivateKeys
      ? look.keys.filter(({ state }) => state === 'new').map(({ id }) => id)
      : [],
    sites: look.sites.filter(({ state }) => state === 'new').map(({ origin }) => origin),
    grants: [],
    settings: isEmptyHere && look.settings.length > 0,
  };
}

const isOdd = ({ trustWarning, keyElsewhere }: BackupProfile): boolean =>
  trustWarning !== null || keyElsewhere !== null;

export function choiceOf(draft: RestoreDraft, id: string): ProfileChoice {
  return draft.profiles.find((one) => one.id === id)?.choice ?? 'leave';
}

export function withProfileChoice(
  draft: RestoreDraft,
  id: string,
  choice: ProfileChoice,
): RestoreDraft {
  const others = draft.profiles.filter((one) => one.id !== id);
  return { ...draft, profiles: choice === 'leave' ? others : [...others, { id, choice }] };
}

export function withSite(draft: RestoreDraft, origin: string, restored: boolean): RestoreDraft {
  const others = draft.sites.filter((one) => one !== origin);
  return { ...draft, sites: restored ? [...others, origin] : others };
}

/** Whether anything of a site can be restored: its block, or its connection. */
export function canRestore(look: BackupLook, draft: RestoreDraft, site: BackupSite): boolean {
  return site.blocked || (site.refused === null && hasProfile(look, draft, site));
}

/** Whether the profile of a site will be here: a site is connected to one. */
export function hasProfile(look: BackupLook, draft: RestoreDraft, site: BackupSite): boolean {
  if (site.profileId === null) return true;
  const found = look.profiles.find(({ id }) => id === site.profileId);
  return found !== undefined && (found.state !== 'new' || choiceOf(draft, found.id) !== 'leave');
}

/** A pre-approval that the user could approve again, and its site. */
export type OfferedGrant = { readonly site: BackupSite; readonly offered: BackupGrant };

/** Those whose site will be as it is in the backup. */
export function offeredGrants(look: BackupLook, draft: RestoreDraft): readonly OfferedGrant[] {
  return look.sites
    .filter(
      (site) =>
        !site.blocked &&
        canRestore(look, draft, site) &&
        (site.state === 'same' || draft.sites.includes(site.origin)),
    )
    .flatMap((site) =>
      site.grants.filter(({ state }) => state === 'new').map((offered) => ({ site, offered })),
    );
}

/** What is sent: nothing that can't be restored because of another choice. */
export function finalChoices(look: BackupLook, draft: RestoreDraft): RestoreChoices {
  const offered = offeredGrants(look, draft).map(({ offered: { grant } }) => grant.id);
  const sites = look.sites.filter((site) => canRestore(look, draft, site));
  return {
    ...draft,
    sites: draft.sites.filter((origin) => sites.some((site) => site.origin === origin)),
    grants: draft.grants.filter((id) => offered.includes(id)),
  };
}

/** Whether there is anything in the backup that isn't here already. */
export function hasNews(look: BackupLook, newRecords: number): boolean {
  const states = [...look.profiles, ...look.sites].map(({ state }) => state);
  const hasKeys = look.hasPrivateKeys && look.keys.some(({ state }) => state === 'new');
  const hasGrants = look.sites.some(({ grants }) => grants.some(({ state }) => state === 'new'));
  const isNew = states.some((state) => state !== 'same') || hasKeys || hasGrants;
  return isNew || look.settings.length > 0 || newRecords > 0;
}

/** Names of what is here and will be replaced. */
export function replacedNames(look: BackupLook, draft: RestoreDraft): readonly string[] {
  const profiles = look.profiles.filter(({ id }) => choiceOf(draft, id) === 'replace');
  const sites = look.sites.filter(
    ({ origin, state }) => state === 'differs' && draft.sites.includes(origin),
  );
  return [
    ...profiles.map(({ name, nameHere }: BackupProfile) => nameHere ?? name),
    ...sites.map(({ origin }) => origin),
  ];
}
