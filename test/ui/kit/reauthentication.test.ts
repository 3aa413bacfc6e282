import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/messaging/client.ts';
import { KeystampError, type ErrorCode } from '../../../src/protocol/errors.ts';
import { lockAware } from '../../../src/ui/kit/lock-aware.ts';
import {
  createReauthentication,
  type Reauthentication,
} from '../../../src/ui/kit/reauthentication.ts';
import { settle } from '../confirm/world.ts';

/** What the worker says to each call, in turn; `ok` at the end. */
let says: (ErrorCode | 'ok')[];
let asked: unknown[];
const client = {
  call: async (...given: unknown[]) => {
    asked.push(given);
    const code = says.shift() ?? 'ok';
    if (code !== 'ok') throw new KeystampError(code);
    return asked.length;
  },
} as unknown as Client;

let question: Reauthentication;
const remove = () => question.client.call('profiles_remove', { id: 'x' });
const codeOf = (error: unknown) => (error as KeystampError).code;

beforeEach(() => {
  says = [];
  asked = [];
  question = createReauthentication(client);
});

describe('createReauthentication', () => {
  test('behavior: what needs no proof asks nobody', async () => {
    expect(await remove()).toBe(1);
    expect(question.asked.value).toBe(false);
  });

  test('behavior: the person is asked, and the same call is made once more', async () => {
    says = ['reauthentication_needed'];
    const removed = remove();
    await settle();
    expect(question.asked.value).toBe(true);
    expect(asked).toHaveLength(1);
    question.proved();
    expect(await removed).toBe(2);
    expect(asked[1]).toEqual(asked[0]);
    expect(question.asked.value).toBe(false);
  });

  test('error: once, and no more often', async () => {
    says = ['reauthentication_needed', 'reauthentication_needed'];
    const removed = remove().catch(codeOf);
    await settle();
    question.proved();
    expect(await removed).toBe('reauthentication_needed');
    expect(asked).toHaveLength(2);
    expect(question.asked.value).toBe(false);
  });

  test('error: a person who leaves makes the call fail, unrepeated; the next one asks again', async () => {
    says = ['reauthentication_needed', 'reauthentication_needed'];
    const first = remove().catch(codeOf);
    await settle();
    question.cancel();
    expect(await first).toBe('reauthentication_needed');
    expect(asked).toHaveLength(1);
    const second = remove();
    await settle();
    expect(question.asked.value).toBe(true);
    question.proved();
    expect(await second).toBe(3);
  });

  test('behavior: calls that come meanwhile share the question', async () => {
    says = ['reauthentication_needed', 'reauthentication_needed'];
    const both = Promise.all([remove(), remove()]);
    await settle();
    question.proved();
    expect(await both).toHaveLength(2);
    expect(asked).toHaveLength(4);
    expect(question.asked.value).toBe(false);
  });

  test('error: other errors are the call’s own', async () => {
    says = ['key_in_use'];
    expect(await remove().catch(codeOf)).toBe('key_in_use');
    expect(question.asked.value).toBe(false);
  });
});

describe('lockAware', () => {
  test('behavior: the page knows of the lock before whoever asked hears of it', async () => {
    const heard: string[] = [];
    says = ['vault_locked', 'service_error'];
    const own = lockAware(client, async () => {
      await settle();
      heard.push('lock screen');
    });
    const ask = () =>
      own.call('keys_list', {}).catch((error: unknown) => heard.push(codeOf(error)));
    await ask();
    expect(heard).toEqual(['lock screen', 'vault_locked']);
    await ask();
    expect(heard).toEqual(['lock screen', 'vault_locked', 'service_error']);
  });

  test('error: a page that cannot be told still gets the error of its call', async () => {
    says = ['vault_locked'];
    const own = lockAware(client, () => Promise.reject(new KeystampError('timeout')));
    expect(await own.call('keys_list', {}).catch(codeOf)).toBe('vault_locked');
  });
});
