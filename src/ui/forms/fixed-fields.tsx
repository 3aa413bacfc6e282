import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { DescriptionList } from '../components/values.tsx';
import { AddressOwner, useAddressOwners } from './address-owners.tsx';
import { valuesOf } from './draft.ts';
import type { FormSession } from './form-session.ts';
import { Value } from './parts.tsx';
import { partsOf } from './review-subject.ts';
import { labelText } from './words.ts';

/** What a form about a record has from it: facts, with a way to change them. */
export function FixedFields(props: {
  readonly session: FormSession;
  readonly names: readonly string[];
}) {
  const { session, names } = props;
  const { row, shape, known } = session;
  const { fields } = shape;
  const values = valuesOf(fields, session.draft.value);
  const fixed = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const owners = useAddressOwners(session, fixed, values);
  useEffect(() => void session.loadAll(), []);
  if (names.length === 0) return null;
  const rows = names.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const parts = partsOf(field.control, values[name], known.value);
    return [
      [
        labelText(row, name),
        <span key={name} class="stack-tight">
          <Value row={row} path={name} parts={parts} />
          <AddressOwner name={name} owners={owners} />
        </span>,
      ] as const,
    ];
  });
  return (
    <div class="fixed-fields">
      <DescriptionList rows={rows} />
      <Button kind="quiet" small onClick={session.release}>
        {t('popup.form.change')}
      </Button>
    </div>
  );
}
