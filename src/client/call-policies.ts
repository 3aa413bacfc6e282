import type { CallName } from '../messaging/calls.ts';

/** How a page treats a call that is not answered. */
export type CallPolicy = {
  /** `repeat`: asking again does no harm. `once`: the user decides. */
  readonly retry: 'repeat' | 'once';
  /** Milliseconds until the watchdog gives up; an answer may take this long by design. */
  readonly timeoutMs: number;
};

const ONCE: CallPolicy = { retry: 'once', timeoutMs: 10_000 };
const REPEAT: CallPolicy = { retry: 'repeat', timeoutMs: 10_000 };
/** The worker asks the service first: its own time-out and one more try fit in. */
const SERVICE: CallPolicy = { retry: 'repeat', timeoutMs: 40_000 };

/**
 * The page's half of the calls table, apart from the schemas, which only the worker needs: pages
 * load without them.
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
  vault_wipe: ONCE,
  settings_save: REPEAT,
  keys_list: REPEAT,
  keys_create: ONCE,
  keys_import: ONCE,
  keys_remove: ONCE,
  profiles_save: ONCE,
  profiles_remove: ONCE,
  profiles_select: REPEAT,
  profiles_order: REPEAT,
  profiles_resume: REPEAT,
  profiles_reset_clock: REPEAT,
  profiles_check: SERVICE,
  profiles_enrol: SERVICE,
  home: SERVICE,
  query: SERVICE,
  activities_submit: REPEAT,
  activities_get: REPEAT,
  activities_list: REPEAT,
  activities_wait: { retry: 'repeat', timeoutMs: 30_000 },
  activities_retry: REPEAT,
  activities_disprove: REPEAT,
  activities_dismiss: REPEAT,
  ceremonies_begin: REPEAT,
  ceremonies_list: REPEAT,
  ceremonies_show: REPEAT,
  ceremonies_open: REPEAT,
  /** A question and a read session are asked of the service before this answers. */
  ceremonies_finish: SERVICE,
  ceremonies_discard: REPEAT,
  approvals_list: REPEAT,
  approvals_open: REPEAT,
  /** An operation that reads is carried out before this answers. */
  approvals_decide: SERVICE,
  approvals_refuse_site: REPEAT,
  approvals_show: REPEAT,
  sites_list: REPEAT,
  sites_block: REPEAT,
  sites_forget: REPEAT,
  grants_revoke: REPEAT,
} as const satisfies Record<CallName, CallPolicy>;
