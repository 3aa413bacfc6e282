import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnRequestView, PendingRequestDetails } from '../../protocol/pending-request.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { rowText } from '../forms/words.ts';
import type { QueueEffects } from '../page/effects.ts';
import { DiscardButton } from './discard-button.tsx';
import { approvalOf } from './operation-request.tsx';
import { QueueFrame, type QueuePlacement } from './queue-frame.tsx';
import type { RequestQueue } from './queue.ts';
import { RequestNotices } from './request-notices.tsx';
import { openedOf, ownStampingOf, OwnRequestReview, UnreadyRequest } from './request-review.tsx';

type Props = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly profiles: readonly Profile[];
  readonly item: OwnRequestView;
};

/** What the user asked for in Keystamp itself: everything about it, and the approval. */
export function OwnRequest(props: Props) {
  const { queue, profiles, item } = props;
  const opened = openedOf(queue, profiles, item);
  const { row, profile, details } = opened;
  return row && profile && details ? (
    <ReadyOwnRequest key={details.digest} {...props} {...{ row, profile, details }} />
  ) : (
    <Framed
      {...props}
      actions={
        <Button kind="primary" wide onClick={props.placement.finish}>
          {t('app.close')}
        </Button>
      }
    >
      <UnreadyRequest {...props} opened={opened} />
    </Framed>
  );
}

/** With the button that discards it: nothing of the request is kept. */
function Framed(
  props: Pick<Props, 'queue' | 'placement' | 'item'> & {
    readonly actions: ComponentChildren;
    readonly children: ComponentChildren;
  },
) {
  const { queue, placement, item } = props;
  const action = (
    <div class="decide-passkey">
      <DiscardButton
        disabled={queue.isDeciding.value}
        discard={() => queue.decide(item, { kind: 'refuse' })}
      />
      {props.actions}
    </div>
  );
  return (
    <QueueFrame queue={queue} placement={placement} action={action}>
      {props.children}
    </QueueFrame>
  );
}

type ReadyProps = Props & {
  readonly row: Row;
  readonly profile: Profile;
  readonly details: PendingRequestDetails;
};

function ReadyOwnRequest(props: ReadyProps) {
  const { queue, effects, row, profile, details } = props;
  // The background refuses it as well: this says so before anybody is prompted.
  const [isHeld, setHeld] = useState(row.kind === 'submit' && row.vote === 'approve');
  return (
    <Framed {...props} actions={<OwnApproval {...props} isHeld={isHeld} />}>
      <RequestNotices {...props} />
      <OwnRequestReview
        {...{ effects, profile, details }}
        operation={row.name}
        readSessions={queue.readSessions}
        onChecked={(isApprovable) => setHeld(isHeld && !isApprovable)}
      />
    </Framed>
  );
}

/**
 * A click here decides nothing that the user hasn't asked for themselves, so it takes no arming: by
 * passkey it opens the browser's own prompt, which asks the person.
 */
function OwnApproval(
  props: ReadyProps & {
    /** It isn't known yet, or not true, what the request is on. */
    readonly isHeld: boolean;
  },
) {
  const { queue, effects, placement, item, row, details, isHeld } = props;
  const { method } = ownStampingOf(details);
  const source = approvalOf(details, method, effects.authenticator, null);
  const { openWindow } = placement;
  if (!source && openWindow) {
    return (
      <Button kind="primary" onClick={() => openWindow(item.id)}>
        {t('confirm.passkeyWindow')}
      </Button>
    );
  }
  const hasFailed = queue.decideError.value !== undefined;
  const label = method === 'passkey' ? t('passkey.use') : rowText(row, 'action');
  return (
    <>
      <Button onClick={placement.finish}>{t('passkey.later')}</Button>
      <Button
        kind="primary"
        icon={method === 'passkey' ? 'passkey' : undefined}
        busy={queue.isDeciding.value}
        disabled={!source || isHeld}
        onClick={() => source && void queue.decide(item, source)}
      >
        {hasFailed ? t('app.retry') : label}
      </Button>
    </>
  );
}
