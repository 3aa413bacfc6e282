/*
 * Passkeys from the popup, all in one browser: the ten operations, every way a prompt or its stamp
 * can fail, stopped workers, and a profile without an API key. The tests are in these files.
 */
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import './passkey-popup-operations.ts';
import './passkey-prompts.ts';
import './passkey-refused.ts';
import './passkey-stops.ts';
import './passkey-factors.ts';
// The last one, as it removes the API key from the profile.
import './passkey-reads.ts';
import { environment } from './passkey-popup-environment.ts';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

test('behavior: no errors on any console', () => {
  const loud = environment.keystamp.logs.filter(
    ({ level }) => level === 'error' || level === 'uncaught',
  );
  expect(loud).toEqual([]);
});
