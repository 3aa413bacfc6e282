import type { CallName } from '../messaging/calls.ts';

/** How a page treats a call without an answer. */
export type CallPolicy = {
  /** `repeat`: calling again does no harm. `once`: the user decides. */
  readonly retry: 'repeat' | 'once';
  /** Milliseconds until the watchdog gives up; some answers take this long by design. */
  readonly timeoutMs: number;
};

const ONCE: CallPolicy = { retry: 'once', timeoutMs: 10_000 };
const REPEAT: CallPolicy = { retry: 'repeat', timeoutMs: 10_000 };
/** The worker asks the service first: its own timeout and one retry fit in. */
const SERVICE: CallPolicy = { retry: 'repeat', timeoutMs: 40_000 };

/**
 * The page's part of the calls table. The schemas, which only the worker needs, are elsewhere:
 * pages load without them.
 */
export const CALL_POLICIES = {
  state: REPEAT,
  vault_challenge: REPEAT,
  vault_create: ONCE,
  vault_unlock: ONCE,
  vault_prove: ONCE,
  vault_passkey_prove: ONCE,
  vault_lock: REPEAT,
  vault_touch: REPEAT,
  vault_password: ONCE,
  vault_passkey_enrol: ONCE,
  vault_passkey_unlock: ONCE,
  vault_passkey_remove: ONCE,
  vault_passkey_show: REPEAT,
  vault_accept: ONCE,
  storage_accept: ONCE,
  vault_wipe: ONCE,
  settings_save: REPEAT,
  keys_list: REPEAT,
  keys_create: ONCE,
  keys_import: ONCE,
  keys_remove: ONCE,
  rotations_list: REPEAT,
  rotations_begin: SERVICE,
  rotations_resume: REPEAT,
  rotations_retry: REPEAT,
  rotations_turn: REPEAT,
  rotations_adopt: SERVICE,
  rotations_finish: SERVICE,
  rotations_discard: REPEAT,
  profiles_save: ONCE,
  profiles_remove: ONCE,
  profiles_select: REPEAT,
  profiles_order: REPEAT,
  profiles_resume: REPEAT,
  profiles_reset_clock: REPEAT,
  profiles_check: SERVICE,
  profiles_probe: SERVICE,
  profiles_enrol: SERVICE,
  hosts_check: REPEAT,
  hosts_allow: REPEAT,
  home: SERVICE,
  query: SERVICE,
  records_kept: REPEAT,
  records_keep: REPEAT,
  records_opened: REPEAT,
  activities_submit: REPEAT,
  activities_get: REPEAT,
  activities_list: REPEAT,
  activities_check: SERVICE,
  activities_retry: REPEAT,
  activities_disprove: REPEAT,
  activities_dismiss: REPEAT,
  damaged_list: REPEAT,
  damaged_remove: REPEAT,
  history_summary: REPEAT,
  history_page: REPEAT,
  history_range: REPEAT,
  history_timeline: REPEAT,
  history_days: REPEAT,
  /** Every record is read and digested. */
  history_verify: { retry: 'repeat', timeoutMs: 120_000 },
  history_retain: ONCE,
  history_delete: { retry: 'once', timeoutMs: 120_000 },
  /** Many sites and pre-approvals take a while to seal, open or sign. */
  backup_start: { retry: 'repeat', timeoutMs: 60_000 },
  backup_history: { retry: 'repeat', timeoutMs: 60_000 },
  backup_look: { retry: 'repeat', timeoutMs: 60_000 },
  backup_look_history: { retry: 'repeat', timeoutMs: 60_000 },
  /** The page looks again: what was written is there, and a repeated restore adds nothing twice. */
  backup_restore: { retry: 'once', timeoutMs: 120_000 },
  backup_restore_history: { retry: 'repeat', timeoutMs: 120_000 },
  backup_finish: ONCE,
  backup_unfinished: REPEAT,
  requests_begin: REPEAT,
  requests_list: REPEAT,
  requests_open: REPEAT,
  requests_pick: REPEAT,
  /** For a query or a read session, this asks the service before it answers. */
  requests_decide: SERVICE,
  requests_refuse_site: REPEAT,
  requests_show: REPEAT,
  sites_list: REPEAT,
  sites_block: REPEAT,
  sites_forget: REPEAT,
  grants_revoke: REPEAT,
} as const satisfies Record<CallName, CallPolicy>;
