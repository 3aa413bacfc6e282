import {
  createBackups,
  type BackupDeps,
  UNFINISHED_RECORD,
  unfinishedRestore,
} from '../../backup/backups.ts';
import { checkKdfParameters } from '../../crypto/kdf-parameters.ts';
import { createRetentionItem } from '../../history/history.ts';
import {
  FIRST_STEPS_RECORD,
  firstSteps,
  NO_FIRST_STEPS,
  type FirstSteps,
} from '../../protocol/first-steps.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';
import { withKey } from './vault.ts';

/** Calls about backups. Wipes the keys it receives after use. */
export function createBackupHandlers(deps: HandlerDeps & Pick<BackupDeps, 'random' | 'now'>) {
  const { vault, publish, publishInBackground } = deps;
  const steps = vault.clearItem(FIRST_STEPS_RECORD, firstSteps);
  const backups = createBackups({
    ...deps,
    rows: vault.rows,
    retention: createRetentionItem(vault),
    unfinished: vault.clearItem(UNFINISHED_RECORD, unfinishedRestore),
    // The file is a backup of what it brought; one that was made here may have more.
    noteHolds: async (holds) => {
      const before = (await steps.get()) ?? NO_FIRST_STEPS;
      if (!before.backup) await steps.set({ ...before, backup: holds });
    },
  });
  const changeSteps = async (change: Partial<FirstSteps>) => {
    await steps.set({ ...((await steps.get()) ?? NO_FIRST_STEPS), ...change });
    return publish();
  };
  return {
    backup_start: ({ kdf, app, withKeys }, { key }) =>
      withKey(key, (bytes) =>
        backups.start(bytes, { kdf: checkKdfParameters(kdf), app, withKeys }),
      ),
    backup_history: (place, { key }) => withKey(key, (bytes) => backups.sealHistory(bytes, place)),
    backup_look: (head, { key }) => withKey(key, (bytes) => backups.look(bytes, head)),
    backup_look_history: ({ from, ...part }, { key }) =>
      withKey(key, (bytes) => backups.lookAtHistory(bytes, part, from)),
    backup_restore: async ({ choices, seen, ...head }, { key }) => {
      const wanted = { choices, seen };
      const result = await withKey(key, (bytes) => backups.restore(bytes, head, wanted));
      publishInBackground();
      return result;
    },
    backup_restore_history: (part, { key }) =>
      withKey(key, (bytes) => backups.restoreHistory(bytes, part)),
    backup_finish: async (result) => {
      await backups.finish(result);
      return publish();
    },
    backup_saved: (backup) => changeSteps({ backup }),
    first_steps_hide: () => changeSteps({ isHidden: true }),
    backup_unfinished: backups.unfinished,
  } satisfies Partial<Handlers>;
}
