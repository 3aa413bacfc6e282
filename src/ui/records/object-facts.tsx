import type { ComponentChildren } from 'preact';
import { listQueryOf } from '../../protocol/operations.ts';
import { formatDate, richText, t } from '../i18n.ts';
import { tickingNow } from '../components/clock.ts';
import { Icon } from '../components/icon.tsx';
import { kindRow, type Fact } from '../kinds.ts';
import { visibleText } from '../forms/visible.ts';
import { CopyText, DescriptionList, RelativeTime } from '../components/values.tsx';
import { useLatest } from '../components/use-reading.ts';
import type { Item } from './pickable-records.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord, memberText } from '../forms/words.ts';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { useStore } from '../page/store.ts';
import { verifiedAt } from '../procedures/contact/verified-here.ts';
import { EditInPlace } from './edit-in-place.tsx';
import { editsOf, type Edit } from './object-actions.ts';
import { endOf, textAt, textOf, timeOf } from './record-members.ts';

/** How many own activities are looked through; one call answers no more. */
const MAX_OWN_ACTIVITIES = 200;

type ContactProps = { readonly edit: Edit; readonly place: ObjectPlace; readonly value: string };

/** When a contact was verified in this browser: null if it wasn't, undefined until that is known. */
function useVerifiedHere({ edit, place, value }: ContactProps): number | null | undefined {
  const { effects, profile } = useStore();
  const profileId = profile.value?.id ?? null;
  const read = async () => {
    const input = { profileId, before: null, limit: MAX_OWN_ACTIVITIES };
    const entries = await effects.client.call('activities_list', input);
    return verifiedAt(entries, edit.row, place.id, value) ?? null;
  };
  return useLatest(() => read().catch(() => null), [profileId, edit.row, place.id, value], 'keeps');
}

/** That a contact was verified here, or the way to the steps that verify it. */
function ContactState(props: ContactProps) {
  const { edit, place } = props;
  const at = useVerifiedHere(props);
  if (at === undefined) return null;
  if (at !== null) {
    return (
      <span class="verified-here">
        <Icon name="check" size={12} />
        {t('object.contact.verifiedHere', { date: formatDate(at) })}
      </span>
    );
  }
  return (
    <a
      class="verify-link"
      href={hashOf({ screen: 'form', operation: edit.row.name, about: place, isVerifying: true })}
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
      {value !== '' && edit.row.verifies && <ContactState {...{ edit, place, value }} />}
    </EditInPlace>
  );
}

/** What a fact is called. */
export function factLabel({ member, as }: Fact): string {
  switch (as) {
    case 'end':
      return t('object.expiry');
    case 'accounts':
      return t('app.place.walletAccount');
    case 'chains':
      return t('table.chains');
    case 'account-addresses':
      return memberText('addresses');
    default:
      return memberText(member.split('.').at(-1) ?? '');
  }
}

/** When a credential ends. */
export function Expiry({ record }: { readonly record: Item['record'] }) {
  const at = endOf(record);
  if (at === undefined) return <span>{t('app.lifetime.never')}</span>;
  const key = at > tickingNow() ? 'object.expires' : 'object.expired';
  return <span>{richText(key, { time: <RelativeTime at={at} /> })}</span>;
}

/** A fact as a screen shows it; undefined where there is none, or a part of the screen shows it. */
function factView(fact: Fact, { record }: Item): ComponentChildren {
  const text = textAt(record, fact.member);
  if (fact.as === 'end') return <Expiry record={record} />;
  if (fact.as === 'time') {
    const at = timeOf(record, fact.member);
    return at === undefined ? undefined : <RelativeTime at={at} />;
  }
  if (text === '') return undefined;
  switch (fact.as) {
    case 'bytes':
      return <CopyText text={text} mono what={factLabel(fact)} />;
    case 'choice':
      return visibleText(choiceWord(text));
    case 'text':
    case 'lines':
      return <VisibleText text={text} layout="lines" />;
    default:
      return undefined;
  }
}

/** What of a record can be changed, each with its pencil, then its other facts, and more after them. */
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
  const facts = (kindRow(place.kind).facts ?? []).flatMap((fact) => {
    const view = factView(fact, item);
    const isEditable = edits.some(({ member }) => member === fact.member);
    return view === undefined || isEditable ? [] : [[factLabel(fact), view] as const];
  });
  return <DescriptionList rows={[...editable, ...facts, ...others]} />;
}
