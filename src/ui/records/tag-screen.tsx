import { t } from '../i18n.ts';
import { Skeleton } from '../components/states.tsx';
import { List } from '../components/surfaces.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import type { ObjectPlace } from '../page/routes.ts';
import { ObjectFacts } from './object-facts.tsx';
import { textsOf } from './record-members.ts';
import { ObjectRow, Part, type PartProps } from './part.tsx';
import { kindRow } from '../kinds.ts';
import { useList } from './object-state.ts';

/** The records that a kind of tag is put on, and their member with its ids. */
const OF_USERS = { kind: 'user', member: 'userTags' } as const;
const OF_PRIVATE_KEYS = { kind: 'privateKey', member: 'privateKeyTags' } as const;

function Members({ place }: { readonly place: ObjectPlace }) {
  const { kind, member } = place.kind === 'userTag' ? OF_USERS : OF_PRIVATE_KEYS;
  const { items, error, retry } = useList(kind);
  const members =
    items && [...items.values()].filter((one) => textsOf(one, member).includes(place.id));
  return (
    <Part title={t('object.members')}>
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!members && !error && <Skeleton rows={2} />}
      {members?.length === 0 && (
        <p class="muted">{t(kind === 'user' ? 'object.members.none' : 'object.none')}</p>
      )}
      {members && members.length > 0 && (
        <List label={t('object.members')}>
          {members.map(({ id, name }) => (
            <ObjectRow
              key={id}
              icon={kindRow(kind).icon}
              place={{ kind, id }}
              title={<VisibleText text={name} />}
            />
          ))}
        </List>
      )}
    </Part>
  );
}

/** A tag and who has it. */
export function TagParts({ place, item }: PartProps) {
  return (
    <>
      <ObjectFacts place={place} item={item} />
      <Members place={place} />
    </>
  );
}
