import { useEffect, useRef, useState } from 'preact/hooks';
import { formatNumber, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { toReadError } from '../../components/errors.ts';
import { Progress } from '../../components/states.tsx';
import { useTask } from '../../components/task.ts';
import { useStore } from '../../page/store.ts';
import { readAuditFile, textOfHistoryFile } from './history-file.ts';

/** Saves the log with what keys signed, after a question: unlike the log, that file has values. */
export function AuditExport(props: {
  readonly disabled: boolean;
  readonly onSave: (count: number, text: string) => void;
}) {
  const { effects, snapshot } = useStore();
  const { busy, error, run, clear } = useTask(toReadError);
  const [isOpen, setOpen] = useState(false);
  const [read, setRead] = useState({ done: 0, of: 0 });
  const running = useRef<AbortController | undefined>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  const close = () => {
    stop();
    setOpen(false);
    clear();
  };
  const save = () =>
    run(async () => {
      const { signal } = (running.current = new AbortController());
      setRead({ done: 0, of: 0 });
      const file = await readAuditFile({
        client: effects.client,
        now: effects.now,
        profiles: snapshot.peek()?.state.profiles ?? [],
        onRead: (done, of) => setRead({ done, of }),
        signal,
      });
      if (!file || signal.aborted) return;
      props.onSave(file.records.length, textOfHistoryFile(file));
      setOpen(false);
    });
  const number = formatNumber(read.done);
  return (
    <>
      <Button small icon="down" disabled={props.disabled} onClick={() => setOpen(true)}>
        {t('history.audit')}
      </Button>
      <ConfirmDialog
        kind="primary"
        open={isOpen}
        title={t('history.auditTitle')}
        action={t('history.auditAction')}
        {...{ busy, error }}
        disabled={busy}
        onClose={close}
        onConfirm={save}
      >
        <p>{t('history.auditText')}</p>
        <p>{t('history.auditWarning')}</p>
        {busy && (
          <Progress>
            {read.of === 0
              ? t('history.exporting')
              : t('history.auditPart', { number, of: formatNumber(read.of) })}
          </Progress>
        )}
      </ConfirmDialog>
    </>
  );
}
