import type { RecordKind } from '../../protocol/fields.ts';
import { t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import { rowText } from '../forms/words.ts';
import { useStore } from '../page/store.ts';
import { kindRow } from '../kinds.ts';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { creationsOf, pickFieldOf } from './object-actions.ts';

/** To the forms that make a record of a kind, and to the page that imports one. */
export function CreateLinks({ kind }: { readonly kind: RecordKind }) {
  const { go } = useStore();
  const { importPage: page } = kindRow(kind);
  return (
    <span class="cluster">
      {creationsOf(kind).map((row) => (
        <a
          key={row.name}
          class="button button-plain button-small"
          href={hashOf({ screen: 'form', operation: row.name })}
        >
          {rowText(row, 'action')}
        </a>
      ))}
      {page && (
        <IconButton
          name="import"
          label={t(`popup.home.${page}`)}
          onClick={() => go({ screen: page })}
        />
      )}
    </span>
  );
}

/** To the forms that add a part to a record: an account to a wallet, an API key to a user. */
export function AddLinks({
  part,
  place,
}: {
  readonly part: RecordKind;
  readonly place: ObjectPlace;
}) {
  const rows = creationsOf(part).filter((row) => pickFieldOf(row, place.kind) !== undefined);
  return (
    <span class="cluster">
      {rows.map((row) => (
        <a key={row.name} href={hashOf({ screen: 'form', operation: row.name, about: place })}>
          {rowText(row, 'action')}
        </a>
      ))}
    </span>
  );
}
