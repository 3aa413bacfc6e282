import { t } from '../../i18n.ts';
import { Skeleton } from '../../components/states.tsx';
import { List } from '../../components/surfaces.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import type { ObjectPlace } from '../route.ts';
import { ObjectFacts, textsOf } from './object-facts.tsx';
import { ObjectFrame, ObjectRow, Part } from './object-frame.tsx';
import { useList } from './object-state.ts';

function Members({ tagId }: { readonly tagId: string }) {
  const { items, error, retry } = useList('user');
  const members =
    items && [...items.values()].filter((user) => textsOf(user, 'userTags').includes(tagId));
  return (
    <Part title={t('object.members')}>
      {error && <ReadProblem error={error} onRetry={retry} />}
      {!members && !error && <Skeleton rows={2} />}
      {members?.length === 0 && <p class="muted">{t('object.members.none')}</p>}
      {members && members.length > 0 && (
        <List label={t('object.members')}>
          {members.map(({ id, name }) => (
            <ObjectRow
              key={id}
              icon="user"
              place={{ kind: 'user', id }}
              title={<VisibleText text={name} />}
            />
          ))}
        </List>
      )}
    </Part>
  );
}

/** A tag and who has it. */
export function TagScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place}>
      {(item) => (
        <>
          <ObjectFacts place={place} item={item} />
          <Members tagId={place.id} />
        </>
      )}
    </ObjectFrame>
  );
}
