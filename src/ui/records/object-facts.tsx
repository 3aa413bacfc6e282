import type { ComponentChildren } from 'preact';
import { listQueryOf } from '../../protocol/operations.ts';
import { t } from '../i18n.ts';
import { DescriptionList } from '../components/values.tsx';
import type { Item } from './pickable-records.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord, memberText } from '../forms/words.ts';
import { hashOf, type ObjectPlace } from '../popup/route.ts';
import { EditInPlace } from './edit-in-place.tsx';
import { editsOf, type Edit } from './object-actions.ts';
import { textOf } from './record-members.ts';

/** To the steps that verify a contact: they begin with the present one. */
function VerifyLink({ edit, place }: { edit: Edit; place: ObjectPlace }) {
  return (
    <a
      class="verify-link"
      href={hashOf({ screen: 'form', operation: edit.row.name, about: place })}
      aria-label={t('object.contact.verifyWhat', { label: memberText(edit.member) })}
    >
      {t('object.contact.verify')}
    </a>
  );
}

/** The value as its form shows it. */
function FactText({ edit, value }: { readonly edit: Edit; readonly value: string }) {
  const control = edit.row.versions[0].fields[edit.field]?.control;
  if (control?.kind === 'clause') {
    return (
      <span class="mono">
        <VisibleText text={value} layout="lines" />
      </span>
    );
  }
  return <VisibleText text={control?.kind === 'choice' ? choiceWord(value) : value} />;
}

function EditableFact({ edit, place, item }: { edit: Edit; place: ObjectPlace; item: Item }) {
  const value = textOf(item, edit.member);
  return (
    <EditInPlace edit={edit} place={place} value={value}>
      {value === '' ? (
        <span class="muted">{t('object.none')}</span>
      ) : (
        <FactText edit={edit} value={value} />
      )}
      {value !== '' && ' '}
      {value !== '' && edit.row.verifies && <VerifyLink edit={edit} place={place} />}
    </EditInPlace>
  );
}

/** What of a record can be changed, each with its pencil, and other facts after it. */
export function ObjectFacts(props: {
  readonly place: ObjectPlace;
  readonly item: Item;
  readonly others?: readonly (readonly [label: string, value: ComponentChildren])[];
}) {
  const { place, item, others = [] } = props;
  const nameMember = listQueryOf(place.kind)?.lists?.name;
  const edits = editsOf(place.kind).toSorted(
    (a, b) => Number(b.member === nameMember) - Number(a.member === nameMember),
  );
  const editable = edits.map(
    (edit) =>
      [
        memberText(edit.member),
        <EditableFact key={edit.field} edit={edit} place={place} item={item} />,
      ] as const,
  );
  return <DescriptionList rows={[...editable, ...others]} />;
}
