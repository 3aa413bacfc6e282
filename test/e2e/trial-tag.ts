/*
 * Tests that show for more operations, moments or files what another test shows for one. They run
 * in `npm run trials`: `npm test` has no time for them.
 */

const TRIAL = '@trial';

/** Whether this run takes all tests. */
export const takesTrials = process.env['KEYSTAMP_BROWSER_TRIALS'] === 'all';

/** Which tests this run leaves out, for Playwright's configuration. */
export const leftOut: RegExp | [] = takesTrials ? [] : new RegExp(TRIAL);

/** The details of a test that is a trial unless `isUsual`. */
export const trialUnless = (isUsual: boolean): { readonly tag: string[] } => ({
  tag: isUsual ? [] : [TRIAL],
});
