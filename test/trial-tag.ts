import { basename } from 'node:path';

/*
 * Tests that show for more operations, moments or files what another test shows for one. They run
 * in `npm run trials`: `npm test` has no time for them.
 */

const TRIAL = '@trial';

/** Files that have only such tests, each with what shows the same in `npm test`. */
export const TRIAL_FILES: Readonly<Record<string, readonly string[]>> = {
  'e2e/blank.e2e.ts': ['ui/forms/visible.test.ts'],
  'e2e/damaged.e2e.ts': [
    'ui/activities/damaged.browser.ts',
    'ui/components/damaged-notice.browser.ts',
  ],
  'e2e/fault-trials.e2e.ts': ['e2e/faults.e2e.ts', 'e2e/background-stop.e2e.ts'],
  'e2e/governance.e2e.ts': ['e2e/operations.e2e.ts', 'ui/forms/policies.browser.ts'],
  'e2e/import-page.e2e.ts': ['e2e/objects.e2e.ts', 'addresses/address-check.test.ts'],
  'e2e/import-proof.e2e.ts': [
    'client/import/address-proof.test.ts',
    'ui/procedures/import/import-flow.test.ts',
    'e2e/wallet-import.e2e.ts',
  ],
  'e2e/interface.e2e.ts': ['e2e/operations.e2e.ts', 'client/interface.test.ts'],
  'e2e/record-cache.e2e.ts': ['e2e/browser-start.e2e.ts', 'activities/record-cache.test.ts'],
  'e2e/keystore.e2e.ts': [
    'client/import/keystore.test.ts',
    'ui/procedures/import-messages.browser.ts',
  ],
  'e2e/object-walks.e2e.ts': ['e2e/objects.e2e.ts', 'ui/records/objects.browser.ts'],
  'e2e/pace.e2e.ts': [
    'activities/rates/limited-service.test.ts',
    'activities/rates/scheduler.test.ts',
  ],
  'e2e/page-bombing.e2e.ts': ['e2e/page-threats.e2e.ts', 'requests/prompting.test.ts'],
  'e2e/page-trials.e2e.ts': ['e2e/page-threats.e2e.ts', 'e2e/page-durability.e2e.ts'],
  'e2e/passkey-dialog.e2e.ts': [
    'ui/procedures/passkey/passkey-approval.test.ts',
    'e2e/passkey-prompts.ts',
  ],
  'e2e/people.e2e.ts': ['e2e/second-device.e2e.ts', 'service/users.test.ts'],
  'e2e/permissions.e2e.ts': ['firefox/permissions.firefox.ts', 'worker/host-access.test.ts'],
  'e2e/root-quorum.e2e.ts': ['e2e/approvals.e2e.ts', 'ui/activities/quorum.test.ts'],
  'e2e/rotation-approvals.e2e.ts': ['e2e/import-approvals.e2e.ts', 'e2e/rotation.e2e.ts'],
  'e2e/several-keys.e2e.ts': ['e2e/keys.e2e.ts', 'keys/key-list.test.ts'],
  'e2e/timing.e2e.ts': ['worker/clock.test.ts', 'activities/rates/scheduler.test.ts'],
  'e2e/toolbar-icon.e2e.ts': ['firefox/pages.firefox.ts', 'worker/worker.test.ts'],
  'e2e/unreleased-vault.e2e.ts': ['vault/unreleased-vault.test.ts', 'e2e/vault.e2e.ts'],
  'e2e/vault-files.e2e.ts': ['e2e/vault.e2e.ts', 'e2e/storage-loss.e2e.ts'],
  'e2e/worker-parts.e2e.ts': ['worker/missing-policy-part.test.ts', 'votes/missing-part.test.ts'],
  'firefox/objects.firefox.ts': ['e2e/objects.e2e.ts', 'firefox/wide.firefox.ts'],
  'firefox/script-sinks.firefox.ts': ['e2e/script-sinks.e2e.ts'],
};

/** Whether this run takes all tests. */
export const takesTrials = process.env['KEYSTAMP_ALL_TESTS'] === 'yes';

const names = Object.keys(TRIAL_FILES).map((path) => `\\b${basename(path).replaceAll('.', '\\.')}`);

/** Which tests this run leaves out, for Playwright's configuration: what it compares begins with the file. */
export const leftOut: RegExp | [] = takesTrials ? [] : new RegExp([TRIAL, ...names].join('|'));

/** The details of a test that is a trial unless `isUsual`. */
export const trialUnless = (isUsual: boolean): { readonly tag: string[] } => ({
  tag: isUsual ? [] : [TRIAL],
});

/**
 * The details of a test that is a trial: these files of `test/` show the same in `npm test`.
 * Playwright reads the tag, Vitest whether to skip it.
 */
export const shownBy = (..._paths: readonly [string, ...string[]]) => ({
  tag: [TRIAL],
  skip: !takesTrials,
});
