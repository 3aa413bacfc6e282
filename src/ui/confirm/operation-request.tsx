import { useMemo, useState } from 'preact/hooks';
import type { Authenticator } from '../../messaging/passkey/authenticator.ts';
import { promptFor } from '../../messaging/passkey/stamping.ts';
import type { ApprovalView, OpenedApproval, OperationWish } from '../../protocol/approval.ts';
import type { Row } from '../../protocol/operation.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { Method } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { GrantWish } from '../../protocol/site.ts';
import { t } from '../i18n.ts';
import { ErrorState, Skeleton } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { LookContext } from '../forms/look.tsx';
import { useMethod } from '../forms/method.tsx';
import type { Records } from '../forms/records.ts';
import { Affected } from '../forms/review-parts.tsx';
import type { Subject } from '../forms/review.ts';
import { rowText } from '../forms/words.ts';
import { Content, Summary } from './content.tsx';
import { Notices, useDecision } from './decide.tsx';
import type { QueueEffects } from './effects.ts';
import { QueueFrame, type Place } from './frame.tsx';
import { GrantFields } from './grant-fields.tsx';
import { readGrant, startGrant, type GrantDraft } from './grant.ts';
import { fieldsOf, useLookedUp } from './looked-up.ts';
import type { ApprovalQueue, MakeDecision } from './queue.ts';
import { Who } from './who.tsx';

export type RequestProps<W> = {
  readonly queue: ApprovalQueue;
  readonly effects: QueueEffects;
  readonly place: Place;
  readonly profiles: readonly Profile[];
  readonly known: readonly string[];
  readonly item: ApprovalView;
  readonly wish: W;
};

/** A request for an operation: everything about it, and the decision. */
export function OperationRequest(props: RequestProps<OperationWish>) {
  const { queue, profiles, item, wish } = props;
  const row = rowOf(wish.operation);
  const profile = profiles.find((one) => one.id === wish.profileId);
  const opened = queue.opened.value;
  const approval = opened?.id === item.id ? opened.approval : undefined;
  const { looking } = queue;
  const look = useMemo(() => ({ looking, profileId: wish.profileId }), [looking, wish.profileId]);
  return row && profile && approval ? (
    <LookContext.Provider value={look}>
      <Ready {...props} row={row} profile={profile} approval={approval} />
    </LookContext.Provider>
  ) : (
    <Unready {...props} row={row} profile={profile} />
  );
}

/** Nothing to approve yet, or never; refusing works. */
function Unready(
  props: RequestProps<OperationWish> & {
    readonly row: Row | undefined;
    readonly profile: Profile | undefined;
  },
) {
  const { queue, place, known, item, row, profile } = props;
  const opened = queue.opened.value;
  const error = opened?.id === item.id ? opened.error : undefined;
  const { buttons } = useDecision({
    queue,
    item,
    label: t('confirm.approve'),
    shown: null,
    decision: () => undefined,
  });
  const possible = row && profile;
  return (
    <QueueFrame queue={queue} place={place} action={buttons}>
      <Who item={item} known={known} />
      <Notices queue={queue} item={item} />
      {!row && <Banner tone="danger" title={t('confirm.unknown')} />}
      {row && !profile && <Banner tone="danger" title={t('confirm.noProfile')} />}
      {possible && error && <ErrorState error={error} onRetry={() => void queue.reopen()} />}
      {possible && !error && <Skeleton rows={5} />}
    </QueueFrame>
  );
}

type ReadyProps = RequestProps<OperationWish> & {
  readonly row: Row;
  readonly profile: Profile;
  readonly approval: OpenedApproval;
};

/** Names everything that is on the screen: when a name is looked up late, it is read again. */
function shownOf(
  approval: OpenedApproval,
  records: Records,
  draft: GrantDraft,
  method: Method,
): string {
  const looked = Object.keys(records.known.value).toSorted();
  return [approval.id, approval.digest, method, ...looked, JSON.stringify(draft)].join(' ');
}

/** The decision to approve: by passkey it prompts first, as the first thing that the click does. */
function decisionOf(
  { digest, choice: { prompt } }: OpenedApproval,
  method: Method | undefined,
  authenticator: Authenticator | null,
  grant: GrantWish | null,
): MakeDecision | undefined {
  if (method === 'key') return { kind: 'approve', digest, by: { method }, grant };
  if (method === undefined || !prompt || !authenticator) return undefined;
  return async () => {
    const answer = await promptFor(authenticator, digest, prompt);
    return { kind: 'approve', digest, by: { method, answer }, grant: null };
  };
}

function Ready(props: ReadyProps) {
  const { queue, effects, place, known, item, row, profile, approval } = props;
  const { parameters, digest, body, type } = approval;
  const fields = useMemo(() => fieldsOf(row, type), [row, type]);
  const { records, settled } = useLookedUp(effects, profile.id, row, fields);
  const stamping = useMethod(approval.choice);
  const { method } = stamping;
  const [draft, setDraft] = useState(() => startGrant(fields, parameters));
  const subject: Subject = { fields, parameters, secrets: {}, known: records.known.value };
  const grant = readGrant(draft, parameters);
  // A permission in advance stamps without asking, which no passkey does.
  const grantable = approval.grantable && !item.privateWindow && method === 'key';
  const more = grantable && draft.on;
  const ready = settled && method !== undefined && (!grantable || grant.ok);
  const { window } = place;
  const leaves = method === 'passkey' && !effects.authenticator && window;
  const elsewhere = leaves ? () => window(item.id) : undefined;
  const sure = (
    <>
      <p>
        <Summary row={row} subject={subject} />
      </p>
      <Affected row={row} parameters={parameters} records={records} />
    </>
  );
  const { buttons, second } = useDecision({
    queue,
    item,
    label: labelOf(method, more),
    shown: ready ? shownOf(approval, records, draft, method) : null,
    twice: row.risk === 'irreversible' ? { action: rowText(row, 'action'), text: sure } : undefined,
    decision: () =>
      decisionOf(
        approval,
        method,
        effects.authenticator,
        grantable && grant.ok ? grant.grant : null,
      ),
    elsewhere,
  });
  return (
    <QueueFrame queue={queue} place={place} action={buttons}>
      <Who item={item} known={known} />
      <Notices queue={queue} item={item} />
      <Content
        {...{ row, profile, records, subject, stamping }}
        client={effects.client}
        lead={t(row.kind === 'query' ? 'confirm.reads' : 'confirm.wants')}
        ofPage
        exact={{ type, body, digest }}
      />
      {elsewhere && <p class="note">{t('confirm.passkeyWindowWhy')}</p>}
      {grantable && <GrantFields row={row} subject={subject} draft={draft} onChange={setDraft} />}
      {second}
    </QueueFrame>
  );
}

function labelOf(method: Method | undefined, more: boolean): string {
  if (method === 'passkey') return t('confirm.approvePasskey');
  return t(more ? 'confirm.approveMore' : 'confirm.approve');
}
