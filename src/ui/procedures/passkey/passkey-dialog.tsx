import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { createLazyScreen } from '../../components/lazy-screen.tsx';
import { ErrorState, Progress, Skeleton } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import type { PasskeyApproval, PendingApproval } from './passkey-approval.ts';

/** With the tables and their words: most visits ask for no passkey. */
const OwnRequestReview = createLazyScreen(
  async () => (await import('../../review/request-review.tsx')).OwnRequestReview,
);

/** Shows what a passkey is needed for, and every outcome. Render it once per page. */
export function PasskeyDialog() {
  const store = useTabStore();
  const { passkeyApproval: approval } = store;
  const pending = approval.pending.value;
  const unlocked = store.state.value?.vault === 'unlocked';
  const route = store.route.value;
  useEffect(() => approval.cancel, [route, unlocked]);
  return (
    <Dialog
      open={pending !== null}
      title={t('authorization.passkey.use')}
      onClose={approval.cancel}
      actions={pending && <ApprovalActions pending={pending} approval={approval} />}
    >
      {pending && <ApprovalContent pending={pending} />}
    </Dialog>
  );
}

function ApprovalContent({ pending }: { readonly pending: PendingApproval }) {
  const { effects } = useTabStore();
  const { request, state, queue, details, error } = pending;
  // The details may be long: what happens to them stands before them, in view.
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.scrollIntoView({ block: 'start' }), [state, error]);
  return (
    <div class="stack" data-passkey={state} data-error={error?.code} ref={top}>
      {state === 'prompting' && <Progress>{t('app.unlock.passkeyBusy')}</Progress>}
      {state === 'sending' && <Progress>{t('authorization.passkey.sending')}</Progress>}
      {error && <ErrorState error={error} />}
      {queue?.notice.value === 'changed' && <Banner tone="warn" title={t('passkey.changed')} />}
      {queue && details ? (
        <OwnRequestReview
          key={details.digest}
          effects={effects}
          readSessions={queue.readSessions}
          profile={request.profile}
          operation={request.operation}
          details={details}
          lead={request.purpose}
        />
      ) : (
        <p>{request.purpose}</p>
      )}
      {state === 'preparing' && <Skeleton rows={3} />}
    </div>
  );
}

/** Whether the code that draws the details is there: nothing is signed that isn't shown. */
function useCanShowDetails(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void OwnRequestReview.preload().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, []);
  return isLoaded;
}

function ApprovalActions(props: {
  readonly pending: PendingApproval;
  readonly approval: PasskeyApproval;
}) {
  const { pending, approval } = props;
  const { state, request, details } = pending;
  const canShowDetails = useCanShowDetails();
  const busy = state === 'prompting' || state === 'sending';
  return (
    <>
      <Button disabled={state === 'sending'} onClick={approval.cancel}>
        {t('app.cancel')}
      </Button>
      {request.allowsKey && (
        <Button disabled={busy} onClick={approval.useKey}>
          {t('authorization.passkey.useKey')}
        </Button>
      )}
      <Button
        kind="primary"
        icon="passkey"
        busy={busy}
        disabled={state === 'preparing' || (details !== null && !canShowDetails)}
        onClick={approval.prompt}
      >
        {state === 'failed' ? t('app.retry') : t('authorization.passkey.useNow')}
      </Button>
    </>
  );
}
