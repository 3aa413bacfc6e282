import { expect, test } from 'vitest';
import { createBackupClient, type ReadBackup } from '../../src/client/backup/backups.ts';
import type { Client } from '../../src/client/client.ts';
import { KeystampError } from '../../src/protocol/errors.ts';

/* What a page makes of a history that the worker can't look at; with real files it is test/backup. */

/** Opens a backup whose history the worker looks at with this error. */
function openWith(error: unknown) {
  const call = async (name: string) => {
    if (name === 'backup_look_history') throw error;
    return { seen: '' };
  };
  const passwords = {
    deriveWith: async () => 'key',
    deriveFresh: () => Promise.reject(new Error('not asked for')),
  };
  const client = { call } as unknown as Client;
  const file = { history: ['part'], facts: {} } as unknown as ReadBackup;
  const backups = createBackupClient({ client, passwords, version: '1.0.0' });
  return backups.open(file, 'password', () => undefined);
}

test('behavior: a history that is broken is said to be, and the rest can be restored', async () => {
  const broken = new KeystampError('backup_invalid', undefined, {
    reason: 'backup_history_broken',
  });
  expect((await openWith(broken)).history).toBeNull();
});

test.each([
  ['without a reason', new KeystampError('timeout')],
  [
    'with another',
    new KeystampError('backup_invalid', undefined, { reason: 'backup_key_mismatch' }),
  ],
  ['of our own', new TypeError('broken')],
])('error: a failure %s is not called a broken history', async (_, error) => {
  await expect(openWith(error)).rejects.toBe(error);
});
