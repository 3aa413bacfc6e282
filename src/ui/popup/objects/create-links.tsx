import type { RecordKind } from '../../../protocol/fields.ts';
import { rowText } from '../../forms/words.ts';
import { hashOf } from '../route.ts';
import { creationsOf } from './object-actions.ts';

/** To the forms that make a record of a kind. */
export function CreateLinks({ kind }: { readonly kind: RecordKind }) {
  return (
    <>
      {creationsOf(kind).map((row) => (
        <a
          key={row.name}
          class="button button-plain small"
          href={hashOf({ screen: 'form', operation: row.name })}
        >
          {rowText(row, 'action')}
        </a>
      ))}
    </>
  );
}
