import { useEffect } from 'preact/hooks';
import { findText, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState, Progress, Skeleton } from '../../components/states.tsx';
import { ProfileMark } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import { useStore } from '../store.ts';
import type { OpenQuestion, PasskeyQuestion } from './passkey-question.ts';

/** Shows what a passkey is needed for, and every outcome. Render it once per page. */
export function PasskeyDialog() {
  const store = useStore();
  const { passkeyQuestion: question } = store;
  const asked = question.asked.value;
  const unlocked = store.state.value?.vault === 'unlocked';
  const route = store.route.value;
  useEffect(() => question.cancel, [route, unlocked]);
  return (
    <Dialog
      open={asked !== null}
      title={t('authorization.passkey.use')}
      onClose={question.cancel}
      actions={asked && <Actions asked={asked} question={question} />}
    >
      {asked && <Question asked={asked} />}
    </Dialog>
  );
}

function Question({ asked }: { readonly asked: OpenQuestion }) {
  const { request: wish, state, details: opened, error } = asked;
  return (
    <div class="stack" data-passkey={state} data-error={error?.code}>
      <p>{wish.purpose}</p>
      <DescriptionList
        rows={[
          ...(wish.kind === 'read-session'
            ? []
            : [
                [
                  t('authorization.passkey.what'),
                  findText(`op.${wish.operation}.title`) ?? wish.operation,
                ] as const,
              ]),
          [
            t('authorization.passkey.profile'),
            <span class="cluster">
              <ProfileMark colour={wish.profile.colour} />
              <VisibleText text={wish.profile.name} />
            </span>,
          ],
          [t('authorization.passkey.which'), <Which asked={asked} />],
        ]}
      />
      {opened && <Exact body={opened.body} digest={opened.digest} />}
      {state === 'preparing' && <Skeleton rows={1} />}
      {state === 'prompting' && <Progress>{t('authorization.passkey.prompting')}</Progress>}
      {state === 'sending' && <Progress>{t('authorization.passkey.sending')}</Progress>}
      {error && <ErrorState error={error} />}
    </div>
  );
}

/** Which passkeys the browser will offer. */
function Which({ asked }: { readonly asked: OpenQuestion }) {
  const { rpId, credentials } = asked.request.profile.passkeys ?? { rpId: null, credentials: [] };
  if (credentials.length > 0) {
    return <VisibleText text={credentials.map(({ name }) => name).join(', ')} />;
  }
  return rpId === null
    ? t('authorization.passkey.anyOwn')
    : t('authorization.passkey.anyOf', { domain: rpId });
}

function Exact(props: { readonly body: string | null; readonly digest: string }) {
  return (
    <details class="more">
      <summary>{t('authorization.passkey.exact')}</summary>
      <div class="stack">
        <p class="help">{t('authorization.passkey.exactWhat')}</p>
        {props.body === null ? (
          <p class="muted">{t('authorization.passkey.secretBody')}</p>
        ) : (
          <div class="code">
            <pre class="mono passkey-body" tabIndex={0}>
              {props.body}
            </pre>
          </div>
        )}
        <CopyText text={props.digest} mono what={t('authorization.passkey.digest')} />
      </div>
    </details>
  );
}

function Actions(props: { readonly asked: OpenQuestion; readonly question: PasskeyQuestion }) {
  const { asked, question } = props;
  const { state, request: wish } = asked;
  const busy = state === 'prompting' || state === 'sending';
  return (
    <>
      <Button disabled={state === 'sending'} onClick={question.cancel}>
        {t('kit.cancel')}
      </Button>
      {wish.allowsKey && (
        <Button disabled={busy} onClick={question.useKey}>
          {t('authorization.passkey.useKey')}
        </Button>
      )}
      <Button
        kind="primary"
        icon="passkey"
        busy={busy}
        disabled={state === 'preparing'}
        onClick={question.prompt}
      >
        {state === 'failed' ? t('kit.retry') : t('authorization.passkey.useNow')}
      </Button>
    </>
  );
}
