import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { HOME_KINDS } from '../kinds.ts';
import { Icon } from '../components/icon.tsx';
import { FactLine, List, ListRow } from '../components/surfaces.tsx';
import { useLatest } from '../components/use-reading.ts';
import { VisibleText } from './visible-text.tsx';
import { useStore } from '../page/store.ts';
import { createContactStore } from '../procedures/contact/contact-store.ts';
import { createDraftStore } from './draft-store.ts';
import type { SessionArea } from '../page/effects.ts';
import { titleText } from './operation-words.ts';
import { hashOf, type ObjectPlace, type Route } from '../page/routes.ts';
import { recordsOf } from '../records/shared-records.ts';

type FormRoute = Extract<Route, { screen: 'form' }>;

/** Where unfinished work of a profile goes on: its forms, and contacts that are being verified. */
async function findUnfinished(session: SessionArea, profileId: string): Promise<FormRoute[]> {
  const [drafts, changes] = await Promise.all([
    createDraftStore(session).list(profileId),
    createContactStore(session).list(profileId),
  ]);
  const forms = drafts.map(
    ({ operation, about }) => ({ screen: 'form', operation, about: about ?? undefined }) as const,
  );
  const contacts = changes.map(
    ({ operation, kind, id }) => ({ screen: 'form', operation, about: { kind, id } }) as const,
  );
  return [...forms, ...contacts];
}

/** The name of a record, as far as it is known: several drafts may do the same. */
function useNameOf(profileId: string): (about: ObjectPlace | undefined) => string | undefined {
  const store = useStore();
  const known = recordsOf(store, profileId).known.value;
  const first = HOME_KINDS.flatMap(store.homeItems);
  return (about) =>
    about &&
    (known[about.kind]?.get(about.id)?.name ?? first.find(({ id }) => id === about.id)?.name);
}

/** The way back to what was begun and not finished. */
export function ResumeDrafts({ profile }: { readonly profile: Profile }) {
  const { session } = useStore().effects;
  const nameOf = useNameOf(profile.id);
  const routes = useLatest(() => findUnfinished(session, profile.id), [profile.id]) ?? [];
  if (routes.length === 0) return null;
  return (
    <List label={t('popup.home.unfinished')}>
      {routes.map((route) => {
        const name = nameOf(route.about);
        return (
          <ListRow
            key={hashOf(route)}
            lead={<Icon name="pencil" />}
            href={hashOf(route)}
            title={titleText(route.operation)}
            detail={
              <FactLine facts={[name && <VisibleText text={name} />, t('popup.home.unfinished')]} />
            }
          />
        );
      })}
    </List>
  );
}
