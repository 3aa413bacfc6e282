import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { KeystampError, type ErrorCode } from '../../../src/protocol/errors.ts';
import { createLockAwareClient } from '../../../src/ui/page/app-store.ts';
import {
  createReauthentication,
  type Reauthentication,
} from '../../../src/ui/components/reauthentication.ts';
import { settled } from '../../test-clock.ts';

/** What the worker says to each call, in turn; `ok` at the end. */
let answers: (ErrorCode | 'ok')[];
let calls: unknown[];
const client = {
  call: async (...args: unknown[]) => {
    calls.push(args);
    const code = answers.shift() ?? 'ok';
    if (code !== 'ok') throw new KeystampError(code);
    return calls.length;
  },
} as unknown as Client;

let reauthentication: Reauthentication;
const remove = () => reauthentication.client.call('profiles_remove', { id: 'x' });
const codeOf = (error: unknown) => (error as KeystampError).code;

beforeEach(() => {
  answers = [];
  calls = [];
  reauthentication = createReauthentication(client);
});

describe('createReauthentication', () => {
  test('behavior: what needs no proof asks nobody', async () => {
    expect(await remove()).toBe(1);
    expect(reauthentication.isAsking.value).toBe(false);
  });

  test('behavior: the person is asked, and the same call is made once more', async () => {
    answers = ['reauthentication_needed'];
    const removed = remove();
    await settled();
    expect(reauthentication.isAsking.value).toBe(true);
    expect(calls).toHaveLength(1);
    reauthentication.confirm();
    expect(await removed).toBe(2);
    expect(calls[1]).toEqual(calls[0]);
    expect(reauthentication.isAsking.value).toBe(false);
  });

  test('error: once, and no more often', async () => {
    answers = ['reauthentication_needed', 'reauthentication_needed'];
    const removed = remove().catch(codeOf);
    await settled();
    reauthentication.confirm();
    expect(await removed).toBe('reauthentication_needed');
    expect(calls).toHaveLength(2);
    expect(reauthentication.isAsking.value).toBe(false);
  });

  test('error: a person who leaves makes the call fail, unrepeated; the next one asks again', async () => {
    answers = ['reauthentication_needed', 'reauthentication_needed'];
    const first = remove().catch(codeOf);
    await settled();
    reauthentication.cancel();
    expect(await first).toBe('reauthentication_needed');
    expect(calls).toHaveLength(1);
    const second = remove();
    await settled();
    expect(reauthentication.isAsking.value).toBe(true);
    reauthentication.confirm();
    expect(await second).toBe(3);
  });

  test('behavior: calls that come meanwhile share the question', async () => {
    answers = ['reauthentication_needed', 'reauthentication_needed'];
    const both = Promise.all([remove(), remove()]);
    await settled();
    reauthentication.confirm();
    expect(await both).toHaveLength(2);
    expect(calls).toHaveLength(4);
    expect(reauthentication.isAsking.value).toBe(false);
  });

  test('error: other errors are the call’s own', async () => {
    answers = ['key_in_use'];
    expect(await remove().catch(codeOf)).toBe('key_in_use');
    expect(reauthentication.isAsking.value).toBe(false);
  });
});

describe('lockAware', () => {
  test('behavior: the page knows of the lock before whoever asked hears of it', async () => {
    const order: string[] = [];
    answers = ['vault_locked', 'service_error'];
    const lockAwareClient = createLockAwareClient(client, async () => {
      await settled();
      order.push('lock screen');
    });
    const ask = () =>
      lockAwareClient.call('keys_list', {}).catch((error: unknown) => order.push(codeOf(error)));
    await ask();
    expect(order).toEqual(['lock screen', 'vault_locked']);
    await ask();
    expect(order).toEqual(['lock screen', 'vault_locked', 'service_error']);
  });

  test('error: a page that cannot be told still gets the error of its call', async () => {
    answers = ['vault_locked'];
    const lockAwareClient = createLockAwareClient(client, () =>
      Promise.reject(new KeystampError('timeout')),
    );
    expect(await lockAwareClient.call('keys_list', {}).catch(codeOf)).toBe('vault_locked');
  });
});
