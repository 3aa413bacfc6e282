import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApprovalView, OpenedApproval, OperationWish } from '../../protocol/approval.ts';
import type { Fields, Source } from '../../protocol/fields.ts';
import { versionOfType, type Row } from '../../protocol/operation.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { asReadError } from '../kit/errors.ts';
import { ErrorState, Skeleton } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { sourcesOf } from '../forms/picking.ts';
import { createRecords, type Records } from '../forms/records.ts';
import { Affected } from '../forms/review-parts.tsx';
import type { Subject } from '../forms/review.ts';
import { rowText } from '../forms/words.ts';
import { Content, Summary } from './content.tsx';
import { Notices, useDecision } from './decide.tsx';
import type { QueueEffects } from './effects.ts';
import { QueueFrame, type Place } from './frame.tsx';
import { GrantFields } from './grant-fields.tsx';
import { readGrant, startGrant, type GrantDraft } from './grant.ts';
import type { ApprovalQueue } from './queue.ts';
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

function fieldsOf(row: Row, type: string | null): Fields {
  if (row.kind === 'query') return row.fields;
  return (versionOfType(row, type ?? '') ?? row.versions[0]).fields;
}

/** The records that the parameters name, asked of the service with the request's own profile. */
function useRecords(
  { client }: QueueEffects,
  profileId: string,
  sources: readonly Source[],
): Records {
  const records = useMemo(
    () =>
      createRecords(async (operation, parameters) => {
        const input = { profileId, operation, parameters: { ...parameters } };
        return client.call('query', input).catch((error: unknown) => {
          throw asReadError(error);
        });
      }),
    [profileId],
  );
  useEffect(() => {
    for (const source of sources) void records.load(source);
  }, [records]);
  return records;
}

/** A request for an operation: everything about it, and the decision. */
export function OperationRequest(props: RequestProps<OperationWish>) {
  const { queue, profiles, item, wish } = props;
  const row = rowOf(wish.operation);
  const profile = profiles.find((one) => one.id === wish.profileId);
  const opened = queue.opened.value;
  const approval = opened?.id === item.id ? opened.approval : undefined;
  return row && profile && approval ? (
    <Ready {...props} row={row} profile={profile} approval={approval} />
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

/** How long names are waited for before the button may be armed without them. */
const NAMES_MS = 2000;

/** Whether all names are looked up, or have been waited for long enough. */
function useSettled({ later }: QueueEffects, records: Records, sources: readonly Source[]) {
  const [late, setLate] = useState(false);
  useEffect(() => later(NAMES_MS, () => setLate(true)), []);
  const { known, unknown } = records;
  return late || sources.every((one) => known.value[one] ?? unknown.value[one]);
}

/** Names everything that is on the screen: when a name is looked up late, it is read anew. */
function shownOf(approval: OpenedApproval, records: Records, draft: GrantDraft): string {
  const looked = Object.keys(records.known.value).toSorted();
  return [approval.id, approval.digest, ...looked, JSON.stringify(draft)].join(' ');
}

function Ready(props: ReadyProps) {
  const { queue, effects, place, known, item, row, profile, approval } = props;
  const { parameters, digest } = approval;
  const fields = useMemo(() => fieldsOf(row, approval.type), [row, approval.type]);
  const affected = row.kind === 'submit' ? row.affects?.of : undefined;
  const sources = sourcesOf(fields, affected);
  const records = useRecords(effects, profile.id, sources);
  const settled = useSettled(effects, records, sources);
  const [draft, setDraft] = useState(() => startGrant(fields, parameters));
  const subject: Subject = { fields, parameters, secrets: {}, known: records.known.value };
  const grant = readGrant(draft, parameters);
  const grantable = approval.grantable && !item.privateWindow;
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
    label: t(draft.on ? 'confirm.approveMore' : 'confirm.approve'),
    shown: grant.ok && settled ? shownOf(approval, records, draft) : null,
    twice: row.risk === 'irreversible' ? { action: rowText(row, 'action'), text: sure } : undefined,
    decision: () =>
      grant.ok
        ? { kind: 'approve', digest, by: { method: 'key' }, grant: grantable ? grant.grant : null }
        : undefined,
  });
  return (
    <QueueFrame queue={queue} place={place} action={buttons}>
      <Who item={item} known={known} />
      <Notices queue={queue} item={item} />
      <Content {...{ row, profile, approval, records, subject }} client={effects.client} />
      {grantable && <GrantFields row={row} subject={subject} draft={draft} onChange={setDraft} />}
      {second}
    </QueueFrame>
  );
}
