import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnRequestView, PendingRequestDetails } from '../../protocol/pending-request.ts';
import { READ_SESSION, rowOf } from '../../protocol/operations.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import type { StampMethodState } from '../forms/stamp-method.tsx';
import { rowText } from '../forms/words.ts';
import type { QueueEffects } from '../page/effects.ts';
import { QueueFrame, type QueuePlacement } from './queue-frame.tsx';
import { approvalOf } from './operation-request.tsx';
import { OwnRequestDetails, stampingOf } from './own-request-details.tsx';
import { useScrollIntoView } from './request-notices.tsx';
import type { RequestQueue } from './queue.ts';

type Props = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly profiles: readonly Profile[];
  readonly item: OwnRequestView;
};

type Kind = 'submit' | 'query' | 'readSession';

function kindOf({ kind, name }: Row): Kind {
  return name === READ_SESSION.name ? 'readSession' : kind;
}

/** What the user asked for in Keystamp itself: everything about it, and the approval. */
export function OwnRequest(props: Props) {
  const { queue, profiles, item } = props;
  const { operation, profileId } = item.requested;
  const row = rowOf(operation);
  const profile = profiles.find(({ id }) => id === profileId);
  const content = queue.content.value;
  const details = content?.id === item.id ? content.request : undefined;
  return row && profile && details ? (
    <ReadyRequest key={details.digest} {...props} {...{ row, profile, details }} />
  ) : (
    <UnreadyRequest {...props} row={row} profile={profile} />
  );
}

/** Nothing to approve yet, or never; discarding works. */
function UnreadyRequest(
  props: Props & { readonly row: Row | undefined; readonly profile: Profile | undefined },
) {
  const { queue, placement, effects, item, row, profile } = props;
  const discard = useDiscard(queue, item);
  const content = queue.content.value;
  const error = content?.id === item.id ? content.error : undefined;
  const isPossible = row && profile;
  return (
    <QueueFrame
      queue={queue}
      placement={placement}
      action={
        <div class="decide-passkey">
          {discard.button}
          <Button kind="primary" wide onClick={placement.finish}>
            {t('app.close')}
          </Button>
        </div>
      }
    >
      {!isPossible && (
        <Banner tone="danger" title={t(row ? 'passkey.noProfile' : 'passkey.unknown')} />
      )}
      {isPossible && error && (
        <Problem error={error} effects={effects} onRetry={() => void queue.reloadContent()} />
      )}
      {isPossible && !error && <Skeleton rows={6} />}
      {discard.confirmation}
    </QueueFrame>
  );
}

/** Errors after which the profile has to be changed before another try can help. */
const IN_OPTIONS = ['passkey_domain_refused', 'passkey_missing', 'passkey_unknown'];

function Problem(props: {
  readonly error: NonNullable<RequestQueue['decideError']['value']>;
  readonly effects: QueueEffects;
  readonly onRetry?: () => void;
}) {
  const { error, effects, onRetry } = props;
  return (
    <>
      <ErrorState error={error} onRetry={onRetry} />
      {IN_OPTIONS.includes(error.code) && (
        <Button icon="gear" onClick={() => void effects.openPage()}>
          {t('passkey.options')}
        </Button>
      )}
    </>
  );
}

type ReadyProps = Props & {
  readonly row: Row;
  readonly profile: Profile;
  readonly details: PendingRequestDetails;
};

function ReadyRequest(props: ReadyProps) {
  const { queue, effects, placement, item, row, profile, details } = props;
  const { method } = stampingOf(details);
  const discard = useDiscard(queue, item);
  // The background refuses it as well: this says so before anybody is prompted.
  const [isHeld, setHeld] = useState(row.kind === 'submit' && row.vote === 'approve');
  return (
    <QueueFrame
      queue={queue}
      placement={placement}
      action={<Actions {...props} method={method} isHeld={isHeld} discard={discard.button} />}
    >
      <Notices queue={queue} effects={effects} />
      <OwnRequestDetails
        {...{ effects, profile, details }}
        readSessions={queue.readSessions}
        operation={row.name}
        lead={t(`passkey.lead.${kindOf(row)}`)}
        onChecked={(isApprovable) => setHeld(isHeld && !isApprovable)}
      />
      {discard.confirmation}
    </QueueFrame>
  );
}

/** What happened to it so far. */
function Notices({ queue, effects }: Pick<Props, 'queue' | 'effects'>) {
  const error = queue.decideError.value;
  const isPrompting = queue.prompting.value;
  const mark = useScrollIntoView(isPrompting || error);
  return (
    <>
      <span class="hidden" ref={mark} />
      {isPrompting && <Banner title={t('passkey.prompting')} />}
      {queue.notice.value === 'changed' && <Banner tone="warn" title={t('passkey.changed')} />}
      {error && <Problem error={error} effects={effects} />}
    </>
  );
}

/**
 * A click here decides nothing that the user hasn't asked for themselves, so it takes no arming: by
 * passkey it opens the browser's own prompt, which asks the person.
 */
function Actions(
  props: ReadyProps & {
    readonly method: StampMethodState['method'];
    /** It isn't known yet, or not true, what the request is on. */
    readonly isHeld: boolean;
    readonly discard: ComponentChildren;
  },
) {
  const { queue, effects, placement, item, row, details, method, isHeld, discard } = props;
  const isBusy = queue.isDeciding.value;
  const source = approvalOf(details, method, effects.authenticator, null);
  const { openWindow } = placement;
  if (!source && openWindow) {
    return (
      <div class="decide-passkey">
        {discard}
        <Button kind="primary" onClick={() => openWindow(item.id)}>
          {t('confirm.passkeyWindow')}
        </Button>
      </div>
    );
  }
  const hasFailed = queue.decideError.value !== undefined;
  const label = method === 'passkey' ? t('passkey.use') : rowText(row, 'action');
  return (
    <div class="decide-passkey">
      {discard}
      <Button onClick={placement.finish}>{t('passkey.later')}</Button>
      <Button
        kind="primary"
        icon={method === 'passkey' ? 'passkey' : undefined}
        busy={isBusy}
        disabled={!source || isHeld}
        onClick={() => source && void queue.decide(item, source)}
      >
        {hasFailed ? t('passkey.again') : label}
      </Button>
    </div>
  );
}

/** The button that discards, and its confirmation: nothing of the request is kept. */
function useDiscard(queue: RequestQueue, item: OwnRequestView) {
  const [isConfirming, setConfirming] = useState(false);
  const discard = () => queue.decide(item, { kind: 'refuse' }).then(() => setConfirming(false));
  const button = (
    <Button disabled={queue.isDeciding.value} onClick={() => setConfirming(true)}>
      {t('passkey.discard')}
    </Button>
  );
  const confirmation = (
    <Dialog
      open={isConfirming}
      title={t('passkey.discardSure')}
      onClose={() => setConfirming(false)}
      actions={
        <>
          <Button onClick={() => setConfirming(false)}>{t('app.cancel')}</Button>
          <Button kind="danger" onClick={() => void discard()}>
            {t('passkey.discard')}
          </Button>
        </>
      }
    >
      <p>{t('passkey.discardText')}</p>
    </Dialog>
  );
  return { button, confirmation };
}
