import { useState } from 'preact/hooks';
import type { Authenticator } from '../../client/passkey/authenticator.ts';
import { approveByPasskey } from '../../client/passkey/stamping.ts';
import type {
  PendingRequestDetails,
  RequestedOperation,
  SiteRequestView,
} from '../../protocol/pending-request.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { ReplacedValues } from '../../protocol/outbox-entry.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { GrantTerms } from '../../protocol/site.ts';
import { t } from '../i18n.ts';
import { ErrorState } from '../components/states.tsx';
import { ownersKey, type AddressOwners } from '../forms/address-owners.tsx';
import { useCheckedAddresses } from '../forms/address-notices.tsx';
import { replacedValues } from '../forms/review-subject.ts';
import { useStampMethod } from '../forms/stamp-method.tsx';
import { rowText, labelText } from '../forms/words.ts';
import type { QueueEffects } from '../page/effects.ts';
import type { Records } from '../records/records.ts';
import { Approval } from './approval.tsx';
import { Affected } from './changes.tsx';
import { GrantFields } from './grant-fields.tsx';
import { readGrant, createGrantDraft, type GrantDraft } from './grant.ts';
import type { QueuePlacement } from './queue-frame.tsx';
import type { RequestQueue } from './queue.ts';
import type { DecisionSource } from './queue-decisions.ts';
import { isPicked } from './request-content.ts';
import { openedOf, RequestScope, UnreadyRequest, useRequestReview } from './request-review.tsx';
import { Review, Summary, type ReviewContent } from './review.tsx';
import { Field } from '../components/field.tsx';
import { Picker } from '../records/picker.tsx';

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
  const opened = openedOf(queue, profiles, { id: item.id, requested });
  const { row, profile, details } = opened;
  return row && profile && details ? (
    <RequestScope readSessions={queue.readSessions} profileId={profile.id}>
      <ReadyOperationRequest {...props} {...{ row, profile, details }} />
    </RequestScope>
  ) : (
    <>
      <UnreadyRequest {...props} opened={opened} />
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
  readonly details: PendingRequestDetails;
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

function ReadyOperationRequest(props: ReadyProps) {
  const { queue, effects, placement, item, row, profile, details } = props;
  const { parameters } = details;
  const stamping = useStampMethod(details.stampChoice);
  const { method } = stamping;
  const { content, isSettled } = useRequestReview(effects, profile, row, details, stamping);
  const { subject, records, owners } = content;
  const { isChecked, isRefused } = useCheckedAddresses(subject.fields, parameters);
  const [draft, setDraft] = useState(() => createGrantDraft(subject.fields, parameters));
  const grant = readGrant(draft, parameters);
  // A grant stamps without asking, which no passkey does.
  const isGrantable = details.grantable && !item.privateWindow && method === 'key';
  const terms = isGrantable && grant.ok ? grant.grant : null;
  const hasBody = details.digest !== null && isChecked;
  const isReady = hasBody && isSettled && method !== undefined && (!isGrantable || grant.ok);
  const opened = queue.content.value;
  const promptWindow = method === 'passkey' && !effects.authenticator && placement.openWindow;
  const openPromptWindow = promptWindow ? () => promptWindow(item.id) : undefined;
  return (
    <>
      <Review
        {...content}
        lead={t(row.kind === 'query' ? 'confirm.reads' : 'confirm.wants')}
        about={<PickFields {...{ queue, item, details, content }} />}
        isFromPage
        details={details}
      />
      {opened?.error && (
        <ErrorState error={opened.error} onRetry={() => void queue.reloadContent()} />
      )}
      {openPromptWindow && <p class="note">{t('confirm.passkeyWindowWhy')}</p>}
      {isGrantable && <GrantFields row={row} subject={subject} draft={draft} onChange={setDraft} />}
      <Approval
        {...{ queue, item, openPromptWindow }}
        label={approveLabel(method, isGrantable && draft.on)}
        isApprovable={!isRefused}
        contentKey={isReady ? contentKeyOf(details, { records, owners, draft, method }) : null}
        confirmation={
          row.risk === 'irreversible'
            ? {
                action: rowText(row, 'action'),
                text: (
                  <>
                    <p>
                      <Summary {...{ row, subject, owners }} />
                    </p>
                    <Affected {...{ row, parameters, records }} />
                  </>
                ),
              }
            : undefined
        }
        decision={() =>
          approvalOf(details, method, effects.authenticator, terms, replacedValues(subject))
        }
        lack={isPicked(details, opened?.picks) ? undefined : t('confirm.pick.first')}
      />
    </>
  );
}

function approveLabel(method: StamperKind | undefined, withGrant: boolean): string {
  if (method === 'passkey') return t('confirm.approvePasskey');
  return t(withGrant ? 'confirm.approveMore' : 'confirm.approve');
}

type Props = {
  readonly queue: RequestQueue;
  readonly item: SiteRequestView;
  readonly details: PendingRequestDetails;
  readonly content: Pick<ReviewContent, 'row' | 'subject' | 'records'>;
};

function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** The pickers for what the site leaves to the user. Every change makes another body, or none. */
function PickFields({ queue, item, details, content }: Props) {
  const { row, subject, records } = content;
  const picks = queue.content.value?.picks ?? {};
  const choose = (name: string, value: unknown): void => {
    const { [name]: _before, ...others } = picks;
    void queue.pick(item, value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <>
      {details.open.map((name) => {
        const control = subject.fields[name]?.control;
        if (control?.kind !== 'pick') return null;
        const { recordKind: of, many } = control;
        const change = ([first, ...others]: readonly string[]) =>
          choose(name, many && first !== undefined ? [first, ...others] : first);
        return (
          <Field key={name} label={labelText(row, name)} help={t('confirm.pick.help')}>
            {(ids) => (
              <Picker
                {...{ ids, of, many, records }}
                values={idsIn(picks[name])}
                onChange={change}
                onLeave={() => undefined}
              />
            )}
          </Field>
        );
      })}
    </>
  );
}
