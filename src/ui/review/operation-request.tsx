import { useMemo, useState } from 'preact/hooks';
import type { Authenticator } from '../../client/passkey/authenticator.ts';
import { approveByPasskey } from '../../client/passkey/stamping.ts';
import type {
  PendingRequestDetails,
  RequestedOperation,
  SiteRequestView,
} from '../../protocol/pending-request.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { ReplacedValues } from '../../protocol/outbox-entry.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { GrantTerms } from '../../protocol/site.ts';
import { t } from '../i18n.ts';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { ownersKey, useAddressOwners, type AddressOwners } from '../forms/address-owners.tsx';
import { useCheckedAddresses } from '../forms/address-notices.tsx';
import { ReadSessionContext } from '../forms/read-problem.tsx';
import { useStampMethod } from '../forms/stamp-method.tsx';
import type { Records } from '../records/records.ts';
import { Affected } from '../forms/review-parts.tsx';
import { replacedValues, type ReviewSubject } from '../forms/review.ts';
import { rowText } from '../forms/words.ts';
import { RequestDetails, Summary } from './request-details.tsx';
import { Approval } from './approval.tsx';
import type { QueueEffects } from '../page/effects.ts';
import type { QueuePlacement } from './queue-frame.tsx';
import { GrantFields } from './grant-fields.tsx';
import { readGrant, createGrantDraft, type GrantDraft } from './grant.ts';
import { PickFields } from './pick-fields.tsx';
import { fieldsOf, useReferencedRecords } from './referenced-records.ts';
import type { RequestQueue } from './queue.ts';
import type { DecisionSource } from './queue-decisions.ts';
import { isPicked } from './request-content.ts';

export type RequestProps<W> = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly profiles: readonly Profile[];
  readonly item: SiteRequestView;
  readonly requested: W;
};

type OperationProps = RequestProps<RequestedOperation> & { readonly placement: QueuePlacement };

/** A request for an operation: everything about it, and the decision. */
export function OperationRequest(props: OperationProps) {
  const { queue, profiles, item, requested } = props;
  const row = rowOf(requested.operation);
  const profile = profiles.find((candidate) => candidate.id === requested.profileId);
  const content = queue.content.value;
  const request = content?.id === item.id ? content.request : undefined;
  const { readSessions } = queue;
  const scope = useMemo(
    () => ({ readSessions, profileId: requested.profileId }),
    [readSessions, requested.profileId],
  );
  return row && profile && request ? (
    <ReadSessionContext.Provider value={scope}>
      <ReadyRequest {...props} row={row} profile={profile} request={request} />
    </ReadSessionContext.Provider>
  ) : (
    <UnreadyRequest {...props} row={row} profile={profile} />
  );
}

/** Nothing to approve yet, or never; refusing works. */
function UnreadyRequest(
  props: OperationProps & {
    readonly row: Row | undefined;
    readonly profile: Profile | undefined;
  },
) {
  const { queue, item, row, profile } = props;
  const content = queue.content.value;
  const error = content?.id === item.id ? content.error : undefined;
  const isPossible = row && profile;
  return (
    <>
      {!row && <Banner tone="danger" title={t('confirm.unknown')} />}
      {row && !profile && <Banner tone="danger" title={t('confirm.noProfile')} />}
      {isPossible && error && (
        <ErrorState error={error} onRetry={() => void queue.reloadContent()} />
      )}
      {isPossible && !error && <Skeleton rows={5} />}
      <Approval
        queue={queue}
        item={item}
        label={t('confirm.approve')}
        contentKey={null}
        decision={() => undefined}
      />
    </>
  );
}

type ReadyProps = OperationProps & {
  readonly row: Row;
  readonly profile: Profile;
  readonly request: PendingRequestDetails;
};

/** Names everything that is on the screen: when a name or an owner arrives late, the user has to read it again. */
function contentKeyOf(
  { id, digest }: PendingRequestDetails,
  shown: {
    readonly records: Records;
    readonly owners: AddressOwners;
    readonly draft: GrantDraft;
    readonly method: StamperKind;
  },
): string {
  const { records, owners, draft, method } = shown;
  const loadedSources = Object.keys(records.known.value).toSorted();
  const parts = [id, digest, method, ...loadedSources, ownersKey(owners), JSON.stringify(draft)];
  return parts.join(' ');
}

/** The decision to approve: by passkey it prompts first, as the first thing that the click does. */
export function approvalOf(
  details: PendingRequestDetails,
  method: StamperKind | undefined,
  authenticator: Authenticator | null,
  grant: GrantTerms | null,
  replaced?: ReplacedValues,
): DecisionSource | undefined {
  const { digest } = details;
  if (digest === null || method === undefined) return undefined;
  if (method === 'key') return { kind: 'approve', digest, by: { method }, grant, replaced };
  if (!authenticator) return undefined;
  return async () => ({ ...(await approveByPasskey(authenticator, details)), replaced });
}

function ReadyRequest(props: ReadyProps) {
  const { queue, effects, placement, item, row, profile, request } = props;
  const { parameters, open, type } = request;
  const fields = useMemo(() => fieldsOf(row, type), [row, type]);
  const { records, isSettled } = useReferencedRecords(effects, profile.id, row, fields);
  const { isChecked, isRefused } = useCheckedAddresses(fields, parameters);
  const owners = useAddressOwners(records, fields, parameters);
  const stamping = useStampMethod(request.stampChoice);
  const { method } = stamping;
  const [draft, setDraft] = useState(() => createGrantDraft(fields, parameters));
  const subject = { fields, parameters, secrets: {}, known: records.known.value, open };
  const grant = readGrant(draft, parameters);
  // A grant stamps without asking, which no passkey does.
  const isGrantable = request.grantable && !item.privateWindow && method === 'key';
  const withGrant = isGrantable && draft.on;
  const terms = isGrantable && grant.ok ? grant.grant : null;
  const hasBody = request.digest !== null && isChecked;
  const isReady = hasBody && isSettled && method !== undefined && (!isGrantable || grant.ok);
  const content = queue.content.value;
  const promptWindow = method === 'passkey' && !effects.authenticator && placement.openWindow;
  const openPromptWindow = promptWindow ? () => promptWindow(item.id) : undefined;
  return (
    <>
      <RequestDetails
        {...{ row, profile, records, owners, subject, stamping }}
        client={effects.client}
        now={effects.now}
        lead={t(row.kind === 'query' ? 'confirm.reads' : 'confirm.wants')}
        isFromPage
        details={request}
        pickers={<PickFields {...{ queue, item, request, row, fields, records }} />}
      />
      {content?.error && (
        <ErrorState error={content.error} onRetry={() => void queue.reloadContent()} />
      )}
      {openPromptWindow && <p class="note">{t('confirm.passkeyWindowWhy')}</p>}
      {isGrantable && <GrantFields row={row} subject={subject} draft={draft} onChange={setDraft} />}
      <Approval
        {...{ queue, item, openPromptWindow }}
        label={approveLabel(method, withGrant)}
        isApprovable={!isRefused}
        contentKey={isReady ? contentKeyOf(request, { records, owners, draft, method }) : null}
        confirmation={
          row.risk === 'irreversible'
            ? {
                action: rowText(row, 'action'),
                text: <Question {...{ row, subject, owners, records }} />,
              }
            : undefined
        }
        decision={() =>
          approvalOf(request, method, effects.authenticator, terms, replacedValues(subject))
        }
        lack={isPicked(request, content?.picks) ? undefined : t('confirm.pick.first')}
      />
    </>
  );
}

/** What will happen, said again before what cannot be undone. */
function Question(props: {
  readonly row: Row;
  readonly subject: ReviewSubject;
  readonly owners: AddressOwners;
  readonly records: Records;
}) {
  const { row, subject, owners, records } = props;
  return (
    <>
      <p>
        <Summary {...{ row, subject, owners }} />
      </p>
      <Affected row={row} parameters={subject.parameters} records={records} />
    </>
  );
}

function approveLabel(method: StamperKind | undefined, withGrant: boolean): string {
  if (method === 'passkey') return t('confirm.approvePasskey');
  return t(withGrant ? 'confirm.approveMore' : 'confirm.approve');
}
