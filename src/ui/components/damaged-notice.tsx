import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import type { DamagedKind, DamagedRecord } from '../../protocol/damaged-record.ts';
import { visibleText } from '../forms/visible.ts';
import { t } from '../i18n.ts';
import { IconButton } from './button.tsx';
import { toKeystampError } from './errors.ts';
import { errorText } from './states.tsx';
import { Banner, List, ListRow } from './surfaces.tsx';
import { showToast } from './toasts.tsx';

/**
 * Beside a list: which records of it are damaged on the disk, so that they aren't in it, with their removal.
 * Nothing where none is; what goes wrong in reading, the list itself says.
 */
export function DamagedNotice(props: {
  readonly client: Client;
  readonly kinds: readonly DamagedKind[];
}) {
  const { client, kinds } = props;
  const [records, setRecords] = useState<readonly DamagedRecord[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => void client.call('damaged_list', {}).then(setRecords, () => undefined), []);
  const remove = (record: DamagedRecord) => {
    setBusy(true);
    void client
      .call('damaged_remove', record)
      .then(setRecords)
      .catch((cause: unknown) => showToast(errorText(toKeystampError(cause)), 'danger'))
      .finally(() => setBusy(false));
  };
  const shown = records.filter(({ kind }) => kinds.includes(kind));
  if (shown.length === 0) return null;
  const count = shown.length;
  return (
    <Banner tone="warn" title={t('app.damaged.title', { count })}>
      <p>
        {kinds.includes('activity')
          ? t('app.damaged.activityWhat', { count })
          : t('app.damaged.what', { count })}
      </p>
      <List label={t('app.damaged.title', { count })}>
        {shown.map((record, index) => {
          const what = t(`app.damaged.${record.kind}`, { name: visibleText(record.name) });
          const label = t('app.damaged.remove', { what });
          return (
            <ListRow
              key={index}
              title={what}
              trail={
                <IconButton
                  name="trash"
                  danger
                  label={label}
                  disabled={busy}
                  onClick={() => remove(record)}
                />
              }
            />
          );
        })}
      </List>
    </Banner>
  );
}
