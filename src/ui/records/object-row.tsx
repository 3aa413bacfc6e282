import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon.tsx';
import { usePane } from '../components/layout.tsx';
import { Badge, List, ListRow, Section } from '../components/surfaces.tsx';
import type { RecordKind } from '../../protocol/fields.ts';
import { nameText } from '../forms/words.ts';
import { t } from '../i18n.ts';
import { kindRow } from '../kinds.ts';
import { useStore } from '../page/store.ts';
import { hashOf, isAbout, type ObjectPlace } from '../page/routes.ts';
import type { Item } from './pickable-records.ts';

/** What the hand-written part of a kind's screen is given. */
export type ObjectPartProps = { readonly place: ObjectPlace; readonly item: Item };

/** A list in an object's screen, or a word that it is empty. */
export function ListSection(props: {
  readonly title: string;
  readonly none: string;
  readonly aside?: ComponentChildren;
  readonly children: readonly ComponentChildren[];
}) {
  const { title, none, aside, children } = props;
  return (
    <Section title={title} aside={aside}>
      {children.length === 0 ? <p class="muted">{none}</p> : <List label={title}>{children}</List>}
    </Section>
  );
}

/** A person in a list, by the first letters of the first and last part of the name, which stands beside it. */
function Initials({ name }: { readonly name: string }) {
  const letters = name.split(/\s+/u).flatMap((word) => /^\p{L}\p{M}*/u.exec(word)?.[0] ?? []);
  const shown = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  return (
    <span class="initials" dir="auto" aria-hidden="true">
      {shown.length === 0 ? <Icon name="user" /> : shown.join('').toUpperCase()}
    </span>
  );
}

/** What stands before a record in a list: a person's initials, otherwise its kind's icon. */
export const RecordLead = ({ kind, name }: { readonly kind: RecordKind; readonly name: string }) =>
  kind === 'user' ? <Initials name={nameText(name)} /> : <Icon name={kindRow(kind).icon} />;

/** The icon and name of a record in a list that leads to it; beside a record, the open one is marked. */
export function ObjectRow(props: {
  readonly place: ObjectPlace;
  readonly lead?: ComponentChildren;
  readonly title: ComponentChildren;
  readonly detail?: ComponentChildren;
  readonly trail?: ComponentChildren;
}) {
  const { route } = useStore();
  const isBeside = usePane()?.side === 'list';
  return (
    <ListRow
      lead={props.lead}
      href={hashOf({ screen: 'object', ...props.place })}
      title={props.title}
      detail={props.detail}
      trail={props.trail}
      current={isBeside && isAbout(route.value, props.place)}
    />
  );
}

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
