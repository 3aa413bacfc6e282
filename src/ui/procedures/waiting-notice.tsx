import type { ComponentChildren } from 'preact';
import type { Client } from '../../client/client.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { Profile } from '../../protocol/profile.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import { addWords, t } from '../i18n.ts';
import { isWaitingForOthers } from '../components/follow-entry.ts';
import { PredictionLine } from '../forms/prediction-line.tsx';
import { Banner } from '../components/surfaces.tsx';
import { hashOf } from '../page/routes.ts';
import { procedureWords } from '../words/en/procedure.ts';

addWords(procedureWords);

/** To the request, where it can be voted on. */
export const requestHref = (id: string): string => hashOf({ screen: 'activity', id });

/** Nothing, unless other people have to approve an activity: who, and where it is. */
export function WaitingNotice(props: {
  readonly client: Client;
  readonly now: () => number;
  readonly profile: Profile;
  readonly entry: EntryView | null | undefined;
  readonly title?: string | undefined;
  /** What happens once they have, where that is more than that it goes on. */
  readonly children?: ComponentChildren;
}) {
  const { client, now, profile, entry } = props;
  if (!entry || !isWaitingForOthers(entry)) return null;
  const row = submitRowOf(entry.operation);
  const { type, method, parameters } = entry;
  return (
    <Banner tone="info" title={props.title ?? t('procedure.waiting')}>
      {row && parameters && (
        <PredictionLine {...{ client, now, row, type, profile, parameters, method }} />
      )}
      <p>{props.children ?? t('procedure.waiting.back')}</p>
      <p>
        <a href={requestHref(entry.id)}>{t('procedure.toActivity')}</a>
      </p>
    </Banner>
  );
}
