/*
 * Passkeys from a web page, all in one browser. The tests are in these files.
 */
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import './passkey-page-operations.ts';
import './passkey-page-forged.ts';
import { environment } from './passkey-site-environment.ts';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

test('behavior: no errors on any console', () => {
  const loud = environment.keystamp.logs.filter(
    ({ level }) => level === 'error' || level === 'uncaught',
  );
  expect(loud).toEqual([]);
});
