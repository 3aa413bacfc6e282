/*
 * Passkeys from a web page, all in one browser. The tests stand in these files.
 */
import { expect } from 'playwright/test';
import { test } from './ground.ts';
import './passkey-page-walks.ts';
import './passkey-page-forged.ts';
import { ground } from './passkey-site.ts';

// Each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

test('behavior: nothing was complained about on any console', () => {
  const loud = ground.keystamp.logs.filter(
    ({ level }) => level === 'error' || level === 'uncaught',
  );
  expect(loud).toEqual([]);
});
