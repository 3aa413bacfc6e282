import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { READ_SESSION, rowOf } from '../../protocol/operations.ts';
import type { Fields, RecordKind } from '../../protocol/fields.ts';
import { versionOfType, type Row } from '../../protocol/operation-row.ts';
import type {
  OwnRequestView,
  PendingRequestDetails,
  RequestedOperation,
  SiteRequestView,
} from '../../protocol/pending-request.ts';
import type { Profile } from '../../protocol/profile.ts';
import { addWords, t } from '../i18n.ts';
import { createLazyPart } from '../components/lazy-screen.tsx';
import { Skeleton } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { useAddressOwners } from '../forms/address-owners.tsx';
import { isSecret } from '../forms/draft.ts';
import { ReadSessionContext } from '../forms/read-problem.tsx';
import type { ReadSessions } from '../forms/read-sessions.ts';
import type { StampMethodState } from '../forms/stamp-method.tsx';
import { addRowWords } from '../forms/words.ts';
import type { QueueEffects } from '../page/effects.ts';
import { sourcesOf } from '../records/pickable-records.ts';
import { createQuery, createRecords, type Records } from '../records/records.ts';
import { confirmWords } from '../words/en/confirm.ts';
import { passkeyWords } from '../words/en/passkey.ts';
import { popupWords } from '../words/en/popup.ts';
import type { RequestQueue } from './queue.ts';
import { RequestProblem } from './request-notices.tsx';
import { Review, type ReviewContent } from './review.tsx';

/*
 * A pending request as its review shows it: the row, the profile and what the worker built, with the
 * records that it refers to, so that the user can read it: names, current values, whom it affects.
 */

// Whichever page it is in.
for (const words of [popupWords, confirmWords, passkeyWords]) addWords(words);
addRowWords();

/** A vote's request has a fingerprint alone: what that is of loads with the first vote. */
const VotedOn = createLazyPart(
  async () => (await import('./voted-on.tsx')).VotedOn,
  () => import('../words/en/objects.ts'),
);

/** How long to wait for names before a request can be approved without them. */
const NAMES_TIMEOUT_MS = 2000;

export type LookupEffects = Pick<QueueEffects, 'client' | 'later' | 'now'>;

function useRecords({ client, now }: LookupEffects, profileId: string, sources: RecordKind[]) {
  const records = useMemo(
    () => createRecords({ query: createQuery(client, profileId), now }),
    [profileId],
  );
  useEffect(() => {
    for (const source of sources) void records.load(source);
  }, [records]);
  return records;
}

function useIsSettled({ later }: LookupEffects, records: Records, sources: readonly RecordKind[]) {
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => later(NAMES_TIMEOUT_MS, () => setTimedOut(true)), []);
  const { known, loadErrors } = records;
  return hasTimedOut || sources.every((source) => known.value[source] ?? loadErrors.value[source]);
}

/** The fields of a request. `type` is its activity type; null for a query. */
function fieldsOf(row: Row, type: string | null): Fields {
  if (row.kind === 'query') return row.fields;
  return (versionOfType(row, type ?? '') ?? row.versions[0]).fields;
}

/** The secrets of the user's own request: its body is here without them. A site's has none. */
function hiddenSecrets(fields: Fields, { body, digest }: PendingRequestDetails) {
  const isHidden = body === null && digest !== null;
  const names = Object.entries(fields).flatMap(([name, one]) => (isSecret(one) ? [name] : []));
  return Object.fromEntries(isHidden ? names.map((name) => [name, null]) : []);
}

/** What a request's review shows, and whether all its names have loaded or failed, or took too long. */
export function useRequestReview(
  effects: LookupEffects,
  profile: Profile,
  row: Row,
  details: PendingRequestDetails,
  stamping: StampMethodState,
): { readonly content: ReviewContent; readonly isSettled: boolean } {
  const { parameters, type, open } = details;
  const fields = useMemo(() => fieldsOf(row, type), [row, type]);
  const affected = row.kind === 'submit' ? row.affects?.recordKind : undefined;
  const sources = sourcesOf(fields, affected);
  // With the request's own profile.
  const records = useRecords(effects, profile.id, [...sources]);
  const owners = useAddressOwners(records, fields, parameters);
  const secrets = hiddenSecrets(fields, details);
  const subject = { fields, parameters, secrets, known: records.known.value, open };
  const { client, now } = effects;
  return {
    content: { client, now, row, profile, type, subject, records, owners, stamping },
    isSettled: useIsSettled(effects, records, sources),
  };
}

type Operation = { readonly requested: RequestedOperation };
type Opened = {
  readonly row: Row | undefined;
  readonly profile: Profile | undefined;
  readonly details: PendingRequestDetails | undefined;
};

/** The request in front as far as it was opened. */
export function openedOf(
  queue: RequestQueue,
  profiles: readonly Profile[],
  { id, requested: { operation, profileId } }: { readonly id: string } & Operation,
): Opened {
  const content = queue.content.value;
  return {
    row: rowOf(operation),
    profile: profiles.find((candidate) => candidate.id === profileId),
    details: content?.id === id ? content.request : undefined,
  };
}

/** Why there is nothing to approve yet, or never. */
export function UnreadyRequest(props: {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly item: SiteRequestView | OwnRequestView;
  readonly opened: Opened;
}) {
  const { queue, effects, item, opened } = props;
  const words = item.asker === 'own' ? 'passkey' : 'confirm';
  const content = queue.content.value;
  const error = content?.id === item.id ? content.error : undefined;
  if (!opened.row) return <Banner tone="danger" title={t(`${words}.unknown`)} />;
  if (!opened.profile) return <Banner tone="danger" title={t(`${words}.noProfile`)} />;
  if (!error) return <Skeleton rows={5} />;
  return <RequestProblem {...{ error, effects }} onRetry={() => void queue.reloadContent()} />;
}

/** Lets the review of a request begin a read session for its profile. */
export function RequestScope(props: {
  readonly readSessions: ReadSessions;
  readonly profileId: string;
  readonly children: ComponentChildren;
}) {
  const { readSessions, profileId } = props;
  const scope = useMemo(() => ({ readSessions, profileId }), [readSessions, profileId]);
  return <ReadSessionContext.Provider value={scope}>{props.children}</ReadSessionContext.Provider>;
}

/** A passkey where there is one: what the key stamps is approved in the form itself. */
export function ownStampingOf({ stampChoice: choice }: PendingRequestDetails): StampMethodState {
  return { choice, method: choice.prompt ? 'passkey' : choice.methods[0] };
}

type OwnReviewProps = {
  readonly effects: LookupEffects;
  readonly readSessions: ReadSessions;
  readonly profile: Profile;
  readonly operation: string;
  readonly details: PendingRequestDetails;
  /** Said before the sentence; by what is asked for if left out. */
  readonly lead?: string;
  /** Called with whether what a vote is on may be approved, once that is known. */
  readonly onChecked?: (isApprovable: boolean) => void;
};

/** All of a request of the user's own: what it does, who stamps it, the exact bytes. */
export function OwnRequestReview(props: OwnReviewProps) {
  const { readSessions, profile, operation } = props;
  const row = rowOf(operation);
  return row ? (
    <RequestScope readSessions={readSessions} profileId={profile.id}>
      <OwnReview {...props} row={row} />
    </RequestScope>
  ) : null;
}

function OwnReview(props: OwnReviewProps & { readonly row: Row }) {
  const { effects, profile, row, details, onChecked = () => undefined } = props;
  const { content } = useRequestReview(effects, profile, row, details, ownStampingOf(details));
  const { records } = content;
  const { fingerprint } = details.parameters;
  const isVote = row.kind === 'submit' && row.vote && typeof fingerprint === 'string';
  const kind = row.name === READ_SESSION.name ? 'readSession' : row.kind;
  return (
    <Review
      {...content}
      lead={props.lead ?? t(`passkey.lead.${kind}`)}
      about={isVote && <VotedOn {...{ effects, profile, records, fingerprint, onChecked }} />}
      details={details}
    />
  );
}
