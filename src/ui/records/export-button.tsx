import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { showToast } from '../components/toasts.tsx';
import type { Item } from './pickable-records.ts';
import { useStore } from '../popup/context.ts';
import type { TableKind } from '../kinds.ts';
import type { Column, Related } from './columns.ts';
import { csvOf, fileNameOf } from './csv.ts';
import { fileRowsOf } from './table-rows.ts';

/** Saves the selected records as a file; with none selected, all that are shown. */
export function ExportButton(props: {
  readonly kind: TableKind;
  readonly columns: readonly Column[];
  readonly related: Related;
  readonly items: readonly Item[];
  readonly isSelection: boolean;
}) {
  const { kind, columns, related, items, isSelection } = props;
  const store = useStore();
  const save = () => {
    const { effects, profile, snapshot } = store;
    const { home } = snapshot.peek() ?? {};
    const organization = home?.organizationName ?? profile.peek()?.name ?? '';
    const name = fileNameOf(organization, t(`popup.source.${kind}`), effects.now());
    const text = csvOf(fileRowsOf(items, columns, related));
    effects.saveFile({ name, type: 'text/csv;charset=utf-8', text });
    showToast(t('table.saved', { count: items.length, file: name }));
  };
  const count = items.length;
  return (
    <Button icon="down" disabled={count === 0} onClick={save}>
      {t(isSelection ? 'table.exportSelected' : 'table.export', { count })}
    </Button>
  );
}
