import { useMemo } from 'preact/hooks';
import { createBackupClient, type Backups } from '../../../client/backup/backups.ts';
import { useTabStore } from '../../page/tab-store.ts';

/** The page's client for backups: it asks for the password again where the worker wants that. */
export function useBackups(): Backups {
  const { client, passwords, version } = useTabStore().effects;
  return useMemo(() => createBackupClient({ client, passwords, version }), []);
}

/** How many parts of the history are done, of how many. */
export type PartProgress = { readonly part: number; readonly parts: number } | null;
