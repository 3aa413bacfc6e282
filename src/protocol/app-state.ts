import * as v from 'valibot';
import type { BackupState } from './first-steps.ts';
import type { EntryView } from './outbox-entry.ts';
import type { ManagedPolicyState } from './managed-policy.ts';
import type { Profile } from './profile.ts';
import type { VaultNotice } from './vault-notice.ts';

/** The vault locks after this many minutes without use. */
export const autoLockMinutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(240));

/** The user's settings for Keystamp itself. */
export const settings = v.strictObject({
  autoLockMinutes,
  theme: v.picklist(['system', 'light', 'dark']),
  contrast: v.picklist(['system', 'more']),
  locale: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9-]{1,20}$/)),
  /** Show a notification of the system when an activity begins to wait for the user's vote. */
  notify: v.boolean(),
});
export type Settings = v.InferOutput<typeof settings>;

export const DEFAULT_SETTINGS: Settings = {
  autoLockMinutes: 15,
  theme: 'system',
  contrast: 'system',
  locale: 'en',
  notify: false,
};

/** `unreleased`: what is stored was made by a version before 0.1.0, and isn't opened. */
export type VaultStatus = 'missing' | 'locked' | 'unlocked' | 'damaged' | 'unreleased';

export type AppState = {
  readonly vault: VaultStatus;
  /** Milliseconds since the epoch. Null while locked. */
  readonly lockAt: number | null;
  /** What the last unlock found out about the stored vault. Null if all was well. */
  readonly vaultNotice: VaultNotice | null;
  /**
   * Whether the browser has taken the database away, with everything but the vault and the settings,
   * and the user hasn't been told. False unless unlocked.
   */
  readonly databaseLost: boolean;
  /** Empty unless unlocked. `vault` tells a locked vault from one without profiles. */
  readonly profiles: readonly Profile[];
  /**
   * Hosts of the profiles' services and passkey domains that the browser doesn't let Keystamp reach, or
   * that the user hasn't allowed. Empty unless unlocked.
   */
  readonly barredHosts: readonly string[];
  /** Null unless unlocked. */
  readonly activeProfileId: string | null;
  readonly settings: Settings;
  /** Whether a backup has the keys and profiles. `current` unless unlocked: nothing to say. */
  readonly backup: BackupState;
  /** The user has put the list of first steps away. */
  readonly hidesFirstSteps: boolean;
  /** The settings of the organization's administrator. Empty unless unlocked. */
  readonly managed: ManagedPolicyState;
  /**
   * How many requests of web pages are pending, and how many that the user made in Keystamp itself.
   * `revision` grows with every change to either.
   */
  readonly requests: { readonly count: number; readonly own: number; readonly revision: number };
  /** Profiles whose requests wait because their service returned 429, and until when. */
  readonly pauses: readonly ProfileDeadline[];
  /** Profiles whose last request is in the future, and until when the service refuses new ones. */
  readonly clockAhead: readonly ProfileDeadline[];
};

/** Something about a profile that lasts until a moment, in milliseconds since the epoch. */
export type ProfileDeadline = { readonly profileId: string; readonly until: number };

/** A named record of the organization, as the home screen lists it. */
export type NamedItem = { readonly id: string; readonly name: string };

/** What the popup's home screen shows of one profile. */
export type HomeView = {
  readonly profileId: string;
  readonly organizationName: string;
  readonly userName: string;
  /** The first ones, those that were opened last before all others; and how many there are. */
  readonly wallets: readonly NamedItem[];
  readonly walletCount: number;
  readonly privateKeys: readonly NamedItem[];
  readonly privateKeyCount: number;
  /** How many activities wait for the user's vote. Left out if it isn't known. */
  readonly waiting?: number;
  /** Newest first, 20 at most. */
  readonly entries: readonly EntryView[];
  /** When the service was last asked, in milliseconds since the epoch. */
  readonly at: number;
  /** The service's clock minus ours in milliseconds if it's off by more than 30 s, otherwise 0. */
  readonly clockSkewMs: number;
};

/**
 * The one item that pages read themselves from `storage.session` (in memory only), for their first
 * screen while the worker wakes up. The worker writes it. `home` is null while locked.
 */
export type Snapshot = { readonly v: 1; readonly state: AppState; readonly home: HomeView | null };

/** A home screen, if the state still shows the profile that it belongs to: never that of a locked vault. */
export function homeShownIn(state: AppState, home: HomeView | null): HomeView | null {
  return state.vault === 'unlocked' && home?.profileId === state.activeProfileId ? home : null;
}

/**
 * The snapshot as written. `at` differs in each one, because a browser reports no write of an equal
 * value (docs/platform.md, Memory-only storage), and entries that no home screen shows change as well.
 */
export type StoredSnapshot = Snapshot & { readonly at: number };

/** Key of the snapshot in `storage.session`. */
export const SNAPSHOT_KEY = 'snapshot';
/** Key of the {@link Settings}: the worker’s on disk, and the pages’ own copy of the appearance. */
export const SETTINGS_KEY = 'settings';

/** A key in the vault as pages see it. */
export type KeyView = {
  readonly id: string;
  readonly name: string;
  readonly curve: 'P256' | 'SECP256K1' | 'ED25519';
  /** Hex: 33 bytes compressed, or 32 for Ed25519. */
  readonly publicKey: string;
  readonly createdAt: number;
  /** Profiles that stamp with it. */
  readonly usedBy: readonly string[];
};
