import { t } from '../i18n.ts';
import { Badge, ListRow } from '../components/surfaces.tsx';
import type { Item } from './pickable-records.ts';
import { useStore } from '../popup/context.ts';
import { readExportableKind } from '../kinds.ts';
import type { ObjectPlace } from '../popup/route.ts';

/** Where keys came from, and whether they were ever let out of the service. */
export function KeyOrigin({ item }: { readonly item: Item }) {
  const { exported, imported } = item.record;
  return (
    <p class="cluster" data-exported={exported === true}>
      <Badge>{t(imported === true ? 'object.origin.imported' : 'object.origin.made')}</Badge>
      {exported === true && <Badge tone="warn">{t('object.origin.exported')}</Badge>}
    </p>
  );
}

/** The kind of an exportable record; an account is only found within its wallet. */
export function exportableKind({ kind, within }: ObjectPlace) {
  const found = readExportableKind(kind);
  return found === 'walletAccount' && within === undefined ? undefined : found;
}

/** To the full page that exports what a record keeps; it holds the key that opens the export. */
export function ExportRow({ place }: { readonly place: ObjectPlace }) {
  const { effects } = useStore();
  const { id, within } = place;
  const kind = exportableKind(place);
  if (!kind) return null;
  const path = [kind, id, ...(within === undefined ? [] : [within])].join('/');
  return (
    <ListRow
      title={t(`object.export.${kind}`)}
      onClick={() => void effects.openOptions(`export/${path}`)}
    />
  );
}
