import type { CallAccess, Requirement } from '../src/messaging/call-access.ts';
import { CALLS } from '../src/messaging/calls.ts';
import { markdownTable } from './markdown-table.ts';

/*
 * The calls of Keystamp's own pages and what each needs, as a document. `npm run readme` writes it
 * to docs/calls.md; test/worker/every-call.test.ts makes every call in every state and compares.
 */

/** The possible states of the vault when a call arrives. */
export const LOCK_STATES = ['no vault', 'locked', 'unlocked', 're-authenticated'] as const;
export type LockState = (typeof LOCK_STATES)[number];

/** The states in which a call is answered. */
export const ANSWERED_STATES: Readonly<Record<Requirement, readonly LockState[]>> = {
  always: LOCK_STATES,
  unlocked: ['unlocked', 're-authenticated'],
  fresh: ['re-authenticated'],
};

/** What distinguishes the cases of a call. */
const CASE_WORDS: Readonly<Record<string, string>> = {
  'settings_save appearance': 'theme, contrast, language, a shorter auto-lock',
  'settings_save longer': 'a longer auto-lock',
  'profiles_save new': 'a new profile',
  'profiles_save shared': 'a new profile with an API key that another one uses',
  'profiles_save appearance': 'name, color and order of a profile',
  'profiles_save guard': 'anything else of a profile',
  'sites_block block': 'block',
  'sites_block unblock': 'unblock',
  'activities_submit export': 'what lets a wallet or key out of the service',
  'activities_submit other': 'anything else',
  'requests_begin export': 'what lets a wallet or key out of the service',
  'requests_begin other': 'anything else',
  'requests_decide refuse': 'reject',
  'requests_decide approve': 'approve',
  'requests_decide connect': 'connect',
  'backup_start plain': 'without private keys',
  'backup_start keys': 'with private keys, sealed',
};

/** One row of the table: a call, or one case of it. */
export type CallRow = {
  readonly call: string;
  /** Null for a call with only one case. */
  readonly name: string | null;
  readonly need: Requirement;
};

/** All calls in their order, each with all its cases. */
export function callRows(): readonly CallRow[] {
  return Object.entries<{ readonly access: CallAccess<never> }>(CALLS).flatMap<CallRow>(
    ([call, { access }]) =>
      typeof access === 'string'
        ? [{ call, name: null, need: access }]
        : Object.entries(access.cases).map(([name, need]) => ({ call, name, need })),
  );
}

function rowCells({ call, name, need }: CallRow): readonly string[] {
  const when = name === null ? '' : CASE_WORDS[`${call} ${name}`];
  if (when === undefined)
    throw new Error(`scripts/calls-document.ts has no words for ${call} ${name}`);
  const states = LOCK_STATES.map((state) => (ANSWERED_STATES[need].includes(state) ? 'yes' : '–'));
  return [`\`${call}\``, when, ...states];
}

/** The whole document. */
export function callsDocument(): string {
  return `# Calls of Keystamp's own pages

Made by \`npm run readme\` from \`src/messaging/calls.ts\`; a test makes every call in every state and compares.

The worker holds each call to its row in one place (\`src/worker/server.ts\`), before its sealed part is opened and its
handler runs, against the stored deadline of the lock. "Re-authenticated" is unlocked, with the password or a passkey given
within the last 60 seconds; unlocking, setting up and changing the password count. That moment is kept in memory only, goes
with every lock, and a clock that is set back ends it. What is not answered changes nothing and says \`vault_missing\`,
\`vault_damaged\`, \`vault_locked\` or \`reauthentication_needed\`.

A call that is answered while locked tells nothing of an organization: \`state\` then names no profiles, \`requests_list\` who
asks and not for what. Calls about the vault itself carry their own proof (the password's or a passkey's key), except \`vault_wipe\`,
which is for a forgotten password. Without a vault only set-up works; a damaged vault is like none here. "Yes" is an answer, or
a refusal of the call's own, such as a wrong password.

${markdownTable([['call', 'when', ...LOCK_STATES], ...callRows().map(rowCells)])}
`;
}
