import * as v from 'valibot';
import { uuid } from './fields.ts';
import type { BackupHolds } from './first-steps.ts';
import { historySequence, MAX_HISTORY_PAGE } from './history.ts';
import type { Profile } from './profile.ts';
import type { Grant } from './site.ts';

/*
 * Backups of Keystamp itself (docs/backup.md): what pages and worker tell each other about one. The
 * bytes of the file are in client/backup/backup-file.ts, its sealing in crypto/backup-seal.ts.
 */

/**
 * The version of a backup's form, to write and to read. 1 was of unreleased versions. Until 0.1.0 is
 * out, a change of the form takes the next number and leaves no reader of the one before.
 */
export const BACKUP_VERSION = 2;
/** The most bytes of a file, to write or to read. */
export const MAX_BACKUP_BYTES = 256_000_000;
/** How many records of the history one part has. */
export const BACKUP_PART_RECORDS = MAX_HISTORY_PAGE;
/** The most parts of history that a file may have. */
export const MAX_HISTORY_PARTS = 300;
/** The most characters of one sealed part. */
export const MAX_PART_LENGTH = 16_000_000;

/** How much of each kind is in a backup. */
export type BackupCounts = {
  readonly profiles: number;
  readonly keys: number;
  readonly sites: number;
  readonly grants: number;
  readonly records: number;
};

/** A new backup without its history, which follows part by part. */
export type BackupStart = {
  readonly header: string;
  readonly check: string;
  readonly contents: string;
  readonly historyParts: number;
  /** The number of the first record; 0 for an empty history. */
  readonly first: number;
  readonly counts: BackupCounts;
  readonly holds: BackupHolds;
};

/**
 * How something in a backup compares with what is here:
 *
 * - `new`: it isn't here
 * - `same`: it's here, and nothing about it differs
 * - `differs`: it's here, and something about it differs
 */
type BackupState = 'new' | 'same' | 'differs';

/** What a profile is made of, each shown by itself before it is restored. */
export const PROFILE_FACTS = [
  'name',
  'colour',
  'service',
  'baseUrl',
  'organizationId',
  'key',
  'passkeyDomain',
  'passkeys',
  'usual',
  'passkeyOnly',
  'signer',
  'otp',
  'otpGeneration',
  'passkeyHeader',
] as const;
export type ProfileFact = (typeof PROFILE_FACTS)[number];

/** What the settings are made of. */
export const SETTING_FACTS = [
  'autoLockMinutes',
  'theme',
  'contrast',
  'locale',
  'notify',
  'retention',
] as const;
export type SettingFact = (typeof SETTING_FACTS)[number];

/**
 * One fact of a record of the backup that differs from what is here. Values are as they are stored, and
 * there is none of what isn't set; `here` is null if the record isn't here at all.
 */
export type Change<F extends string> = {
  readonly fact: F;
  readonly here: readonly string[] | null;
  readonly inBackup: readonly string[];
};

/**
 * Why a profile's trusted keys need a second look:
 *
 * - `changed`: a profile here trusts other keys at the same service
 * - `turnkey`: it is said to be the deployed service, whose keys are known, and these are others
 * - `custom`: it is another service that doesn't use the deployed one's keys
 */
export type TrustWarning = 'changed' | 'turnkey' | 'custom';

export type BackupProfile = Pick<
  Profile,
  'id' | 'name' | 'colour' | 'service' | 'baseUrl' | 'organizationId'
> & {
  readonly state: BackupState;
  /** Each fact that differs here; of a profile that isn't here, all of them. */
  readonly changes: readonly Change<ProfileFact>[];
  /**
   * Where its API key is: `here` in this vault, `included` in the backup, `absent` from both; null if
   * it has none.
   */
  readonly key: 'here' | 'included' | 'absent' | null;
  /** Its name here; null if it isn't here. */
  readonly nameHere: string | null;
  /** The domain of its passkeys; null if it has none of another domain than Keystamp's own. */
  readonly passkeyDomain: string | null;
  /** Null if it trusts the keys that are known. */
  readonly trustWarning: TrustWarning | null;
  /** The name of the API key here that it would use where no profile here uses it; null if it doesn't. */
  readonly keyElsewhere: string | null;
  /** Whether the organization's settings allow it. One that they don't can't be restored. */
  readonly allowed: boolean;
};

export type BackupKey = {
  readonly id: string;
  readonly name: string;
  readonly state: Exclude<BackupState, 'differs'>;
};

/** A pre-approval, with the terms that it would have here. */
export type BackupGrant = {
  readonly grant: Grant;
  /**
   * `over`: it has expired or is used up; `uncovered`: its site isn't connected for it; `refused`: it
   * can't be given (anymore), whoever asks.
   */
  readonly state: 'new' | 'same' | 'over' | 'uncovered' | 'refused';
  /** It was for longer, or for more uses, than may be given. */
  readonly clipped: boolean;
};

export type BackupSite = {
  readonly origin: string;
  /** Null for a site that is only blocked. */
  readonly profileId: string | null;
  /** The profile's name in the backup; null if the backup doesn't have it. */
  readonly profileName: string | null;
  /** Those that sites may ask for. */
  readonly operations: readonly string[];
  /** Those that no site may ask for: they stay out. */
  readonly dropped: readonly string[];
  readonly blocked: boolean;
  readonly state: BackupState;
  /** What it may do here; null if it isn't here. */
  readonly here: {
    /** Null if it isn't connected, or its profile is gone. */
    readonly profileName: string | null;
    readonly operations: readonly string[];
    readonly blocked: boolean;
  } | null;
  /** Why it can't be connected again: nothing is left of its operations, or the organization forbids it. */
  readonly refused: 'operations' | 'managed' | null;
  readonly grants: readonly BackupGrant[];
};

/** What a backup holds, compared with what is here. Nothing has changed yet. */
export type BackupLook = {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The version of Keystamp that made it. */
  readonly app: string;
  readonly profiles: readonly BackupProfile[];
  readonly keys: readonly BackupKey[];
  readonly hasPrivateKeys: boolean;
  readonly sites: readonly BackupSite[];
  /** What its settings would change. */
  readonly settings: readonly Change<SettingFact>[];
  /** How long its settings keep the history, in days; null for ever, or the same as here. */
  readonly retention: number | null;
  /** How many records of history. */
  readonly records: number;
  /** A digest of what was shown, without pre-approvals: a restore compares it before it writes. */
  readonly seen: string;
};

/** The last record of the part before, and whether it would be appended; null before the first. */
export const chainPlace = v.nullable(
  v.strictObject({
    sequence: historySequence,
    digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    appended: v.boolean(),
  }),
);
export type ChainPlace = v.InferOutput<typeof chainPlace>;

/** What one part of the history would do here. */
export type HistoryLook = {
  readonly end: ChainPlace;
  /** Records that are here already. */
  readonly here: number;
  /** Records that would go on the chain that is here, as they are. */
  readonly appended: number;
  /** Records of another chain, which would be copied to the end of the one that is here. */
  readonly copied: number;
};

/** What to do with a profile of the backup. */
export const PROFILE_CHOICES = ['leave', 'add', 'replace', 'both'] as const;
export type ProfileChoice = (typeof PROFILE_CHOICES)[number];

const choicesOf = <T extends v.GenericSchema>(choice: T) =>
  v.pipe(v.array(choice), v.maxLength(2000));

/** What the user wants of a backup. Whatever isn't named stays as it is here. */
export const restoreChoices = v.strictObject({
  profiles: choicesOf(v.strictObject({ id: uuid, choice: v.picklist(PROFILE_CHOICES) })),
  /** IDs of keys. */
  keys: choicesOf(uuid),
  /** Origins to add, or to put in the place of the ones here. */
  sites: choicesOf(v.pipe(v.string(), v.maxLength(300))),
  /** IDs of pre-approvals that the user approves again. */
  grants: choicesOf(v.pipe(v.string(), v.maxLength(100))),
  settings: v.boolean(),
});
export type RestoreChoices = v.InferOutput<typeof restoreChoices>;

/** What a restore has added or replaced. */
export type RestoreResult = Omit<BackupCounts, 'records'> & { readonly settings: boolean };
