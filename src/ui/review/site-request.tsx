import { useState } from 'preact/hooks';
import type { AppState } from '../../protocol/app-state.ts';
import type { SiteRequestView } from '../../protocol/pending-request.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Banner } from '../components/surfaces.tsx';
import { t } from '../i18n.ts';
import { ConnectRequest } from './connect-request.tsx';
import { ApprovalPlaceContext } from './approval.tsx';
import type { QueueEffects } from '../page/effects.ts';
import { QueueFrame, type QueuePlacement } from './queue-frame.tsx';
import { RequestNotices } from './request-notices.tsx';
import { OperationRequest } from './operation-request.tsx';
import type { RequestQueue } from './queue.ts';
import { RefuseButton } from './reject-button.tsx';
import { Requester, useKnownHosts } from './requester.tsx';

type Props = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly state: AppState;
  readonly item: SiteRequestView;
};

/**
 * Who asks, what for, and the decision. Each request is rendered from scratch, except for the buttons
 * that reject: they stay through all requests of a site. Otherwise a site that sends several a second
 * could replace them between press and release, and the browser would send no click.
 */
export function SiteRequest({ queue, effects, placement, state, item }: Props) {
  const { profiles, activeProfileId, managed } = state;
  const { requested } = item;
  const knownHosts = useKnownHosts(effects.client, profiles);
  const [approvalPlace, setApprovalPlace] = useState<Element | null>(null);
  const isBusy = queue.isDeciding.value || item.state === 'submitting';
  const buttons = (
    <div class="decide">
      <RefuseButton key={item.group} item={item} busy={isBusy} queue={queue} />
      <div class="approval" ref={setApprovalPlace} />
    </div>
  );
  return (
    <QueueFrame queue={queue} placement={placement} action={buttons}>
      <ApprovalPlaceContext.Provider value={approvalPlace}>
        <ErrorBoundary
          key={item.id}
          fallback={() => <Banner tone="danger" title={t('app.broken.request')} />}
        >
          <Requester item={item} knownHosts={knownHosts} />
          <RequestNotices {...{ queue, effects, item }} />
          {requested.kind === 'connect' ? (
            <ConnectRequest
              {...{ queue, effects, profiles, item, requested, activeProfileId }}
              policy={managed.policy}
            />
          ) : (
            <OperationRequest {...{ queue, effects, placement, profiles, item, requested }} />
          )}
        </ErrorBoundary>
      </ApprovalPlaceContext.Provider>
    </QueueFrame>
  );
}
