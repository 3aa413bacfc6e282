/*
 * Passkeys from the popup, all in one browser: the ten operations, every way in which a prompt or its
 * stamp can fail, stopped workers, and a profile without an API key. The tests stand in these files.
 */
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import './passkey-popup-operations.ts';
import './passkey-prompts.ts';
import './passkey-refused.ts';
import './passkey-stops.ts';
// The last, as it takes the API key away from the profile.
import './passkey-reads.ts';
import { environment } from './passkey-popup-environment.ts';

// Each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

test('behavior: nothing was complained about on any console', () => {
  const loud = environment.keystamp.logs.filter(
    ({ level }) => level === 'error' || level === 'uncaught',
  );
  expect(loud).toEqual([]);
});
