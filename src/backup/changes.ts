import type { Settings } from '../protocol/app-state.ts';
import {
  PROFILE_FACTS,
  SETTING_FACTS,
  type Change,
  type ProfileFact,
  type SettingFact,
} from '../protocol/backup.ts';
import type { HistoryRetention } from '../protocol/history.ts';
import { maxAutoLockMs, type ManagedPolicy } from '../protocol/managed-policy.ts';
import type { Profile } from '../protocol/profile.ts';
import type { KeyFacts } from '../vault/document.ts';

/*
 * What differs between a record of a backup and the one here, fact by fact: whatever a restore would
 * change is named before it does.
 */

type Keys = { readonly inBackup: readonly KeyFacts[]; readonly here: readonly KeyFacts[] };
type Texts = Readonly<Record<ProfileFact, readonly string[]>>;

function textsOf(one: Profile, keys: readonly KeyFacts[]): Texts {
  const { passkeys, authorization, trust } = one;
  const key = keys.find(({ id }) => id === one.keyId);
  return {
    name: [one.name],
    colour: [one.colour],
    service: [one.service],
    baseUrl: [one.baseUrl],
    organizationId: [one.organizationId],
    // By its public key: its ID may be another one here.
    key: one.keyId === null ? [] : key ? [key.name, key.publicKey] : [one.keyId],
    passkeyDomain: passkeys?.rpId ? [passkeys.rpId] : [],
    passkeys: (passkeys?.credentials ?? []).flatMap(({ id, name }) => [name, id]),
    usual: [authorization.usual],
    passkeyOnly: authorization.passkeyOnly.toSorted(),
    signer: [trust.signer],
    otp: [trust.otp],
    otpGeneration: [one.otpGeneration],
    passkeyHeader: [one.passkeyHeader],
  };
}

/** What no text says: how an authenticator is reached, and whether there are passkeys at all. */
const restOf = ({ passkeys }: Profile): string =>
  JSON.stringify(passkeys && passkeys.credentials.map(({ transports }) => transports));

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What a profile of a backup would change here; all that it is if it isn't here. Its key has the ID that
 * it has here, if it is here.
 */
export function changesOfProfile(
  one: Profile,
  found: Profile | undefined,
  keys: Keys,
): readonly Change<ProfileFact>[] {
  const inBackup = textsOf(one, [...keys.here, ...keys.inBackup]);
  if (!found) return PROFILE_FACTS.map((fact) => ({ fact, here: null, inBackup: inBackup[fact] }));
  const here = textsOf(found, keys.here);
  // A restore adds a number where another profile has the name.
  const isNumbered = found.name.replace(/ \d+$/, '') === one.name;
  const differs = (fact: ProfileFact) =>
    !isSame(inBackup[fact], here[fact]) || (fact === 'passkeys' && restOf(one) !== restOf(found));
  return PROFILE_FACTS.filter((fact) => differs(fact) && !(fact === 'name' && isNumbered)).map(
    (fact) => ({ fact, here: here[fact], inBackup: inBackup[fact] }),
  );
}

/** All that the settings of a backup set. */
export type AllSettings = { readonly settings: Settings; readonly retention: HistoryRetention };

const MINUTE_MS = 60_000;

/** A longer auto-lock than the organization allows stays out, like one that the user types. */
export function allowedSettings(settings: Settings, policy: ManagedPolicy): Settings {
  const most = maxAutoLockMs(policy) / MINUTE_MS;
  return { ...settings, autoLockMinutes: Math.min(settings.autoLockMinutes, most) };
}

function valueOf({ settings, retention }: AllSettings, fact: SettingFact): readonly string[] {
  const value = fact === 'retention' ? retention : settings[fact];
  return value === null ? [] : [String(value)];
}

/** What the settings of a backup would change here. */
export function changesOfSettings(
  { settings, retention }: AllSettings,
  here: AllSettings & { readonly policy: ManagedPolicy },
): readonly Change<SettingFact>[] {
  const wanted = { settings: allowedSettings(settings, here.policy), retention };
  return SETTING_FACTS.map((fact) => ({
    fact,
    here: valueOf(here, fact),
    inBackup: valueOf(wanted, fact),
  })).filter((change) => !isSame(change.here, change.inBackup));
}
