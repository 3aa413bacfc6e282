import { t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import { Skeleton } from '../components/states.tsx';
import { List, Section } from '../components/surfaces.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { visibleText } from '../forms/visible.ts';
import type { ObjectPlace } from '../page/routes.ts';
import { tagChangeFor, type TagChange } from './object-actions.ts';
import { ObjectFacts } from './object-facts.tsx';
import { useList } from './object-state.ts';
import { ObjectRow, RecordLead, type ObjectPartProps } from './object-row.tsx';
import { textsOf } from './record-members.ts';
import { useAdding, useMembership } from './tag-membership.tsx';

type MembersProps = { readonly place: ObjectPlace; readonly change: TagChange };

/** The records that have a tag, each with a way to take it from them, and those that can get it. */
function TagMembers({ place, change }: MembersProps) {
  const { memberKind: kind, member } = change;
  const { items, error, retry } = useList(kind);
  const { begin, sheet, sending } = useMembership(change, place);
  const members =
    items && [...items.values()].filter((one) => textsOf(one, member).includes(place.id));
  const pairOf = (id: string) => ({ tag: place.id, member: id });
  const label = t('object.members.add');
  const adding = useAdding({
    of: kind,
    label,
    without: members?.map(({ id }) => id) ?? [],
    place,
    onPick: (id) => begin('add', pairOf(id), label),
  });
  return (
    <Section title={t('object.members')} aside={adding.button}>
      {adding.list}
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!members && !error && <Skeleton rows={2} />}
      {members?.length === 0 && !sending && (
        <p class="muted">{t(kind === 'user' ? 'object.members.none' : 'object.none')}</p>
      )}
      {members && members.length > 0 && (
        <List label={t('object.members')}>
          {members.map(({ id, name }) => (
            <ObjectRow
              key={id}
              lead={<RecordLead kind={kind} name={name} />}
              place={{ kind, id }}
              title={<VisibleText text={name} />}
              trail={
                <IconButton
                  name="close"
                  label={t('popup.pick.remove', { name: visibleText(name) })}
                  onClick={() => begin('remove', pairOf(id), t('object.members.remove'))}
                />
              }
            />
          ))}
        </List>
      )}
      {sending}
      {sheet}
    </Section>
  );
}

/** A tag and who has it. */
export function TagParts({ place, item }: ObjectPartProps) {
  const change = tagChangeFor(place.kind);
  return (
    <>
      <ObjectFacts place={place} item={item} />
      {change && <TagMembers place={place} change={change} />}
    </>
  );
}
