import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { KeyView } from '../../protocol/state.ts';
import { listed, said, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { ErrorState, Skeleton } from '../kit/states.tsx';
import { Banner, Mark } from '../kit/surfaces.tsx';
import { CopyText, Facts } from '../kit/values.tsx';
import { shorten } from '../kit/format.ts';
import { Sentence, Value } from '../forms/parts.tsx';
import { affectedBy, rowsOf, summaryOf, variantOf, type Subject } from '../forms/review.ts';
import type { FormSession, Ready } from '../forms/session.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { labelText, rowText, summaryText } from '../forms/words.ts';
import { useStore } from './context.ts';
import { formAt, noteSent, sealedPart, type Work } from './desk.ts';
import { Frame } from './frame.tsx';
import { showRefusal } from './refusals.ts';
import { asKeystampError } from './store.ts';

/** What is about to be stamped. Without a finished form it leads back to the form. */
export function ReviewScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const work = formAt(store, operation);
  const ready = work?.form.ready.value;
  const missing = !work || !ready || work.profile.id !== store.profile.value?.id;
  useEffect(() => {
    if (missing) store.go({ screen: 'form', operation });
  }, [missing]);
  return missing ? <Skeleton rows={5} /> : <Review work={work} ready={ready} />;
}

function subjectOf(form: FormSession, ready: Ready): Subject {
  const { parameters, secrets } = ready;
  return { fields: form.shape.fields, parameters, secrets, known: form.known.value };
}

function useSubmit(work: Work, ready: Ready) {
  const store = useStore();
  const { form, profile } = work;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  // The id was made with the form: however often this runs, it is one activity.
  const approve = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    const { id, secrets } = ready;
    const input = {
      id,
      profileId: profile.id,
      operation: form.row.name,
      parameters: { ...ready.parameters },
    };
    try {
      await store.effects.client.call('activities_submit', input, sealedPart(secrets));
      noteSent(store, work, id);
      store.go({ screen: 'activity', id });
    } catch (cause) {
      const known = asKeystampError(cause);
      if (showRefusal(form, known)) store.go({ screen: 'form', operation: form.row.name });
      setError(known);
      setBusy(false);
    }
  };
  return { busy, error, approve };
}

function Review({ work, ready }: { readonly work: Work; readonly ready: Ready }) {
  const { form, profile } = work;
  const { row } = form;
  const { busy, error, approve } = useSubmit(work, ready);
  const [asked, setAsked] = useState(false);
  const subject = subjectOf(form, ready);
  useEffect(() => void form.loadAll(), []);
  const twice = row.risk === 'irreversible';
  const action = rowText(row, 'action');
  const template = summaryText(row, variantOf(row, ready.parameters));
  return (
    <Frame
      title={t('popup.review.title')}
      action={
        <Button
          kind={twice ? 'danger' : 'primary'}
          wide
          busy={busy && !asked}
          onClick={() => (twice ? setAsked(true) : void approve())}
        >
          {twice ? t('popup.review.more', { action }) : action}
        </Button>
      }
    >
      <p class="summary">
        <Sentence parts={summaryOf(template, subject)} />
      </p>
      {row.risk === 'high' && <p class="note">{t('popup.review.high')}</p>}
      {error && <ErrorState error={error} onRetry={() => void approve()} />}
      <Affected form={form} ready={ready} />
      <Changes form={form} subject={subject} />
      <Signer profile={profile} />
      <Dialog
        open={asked}
        title={t('popup.review.sure')}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>{t('kit.cancel')}</Button>
            <Button kind="danger" busy={busy} onClick={() => void approve()}>
              {action}
            </Button>
          </>
        }
      >
        <p>
          <Sentence parts={summaryOf(template, subject)} />
        </p>
        <Affected form={form} ready={ready} />
      </Dialog>
    </Frame>
  );
}

/** Who else is changed by it, by name. */
function Affected({ form, ready }: { readonly form: FormSession; readonly ready: Ready }) {
  const { row } = form;
  if (row.kind !== 'submit' || !row.affects) return null;
  const { affects } = row;
  const error = form.unknown.value[affects.of];
  if (error) {
    return (
      <Banner tone="warn" title={t('popup.review.affectsUnknown')}>
        <Button small onClick={() => void form.load(affects.of)}>
          {t('kit.retry')}
        </Button>
      </Banner>
    );
  }
  const items = affectedBy(affects, ready.parameters, form.known.value);
  if (!items) return <Skeleton rows={1} />;
  const names = listed(items.map((one) => visibleText(one.name) || one.id));
  const sentence =
    items.length === 0
      ? (said(`op.${row.name}.affects.none`) ?? affects.none)
      : (said(`op.${row.name}.affects`, { names, count: items.length }) ?? affects.sentence);
  return <Banner tone={items.length === 0 ? 'info' : 'warn'} title={sentence} />;
}

function Changes({ form, subject }: { readonly form: FormSession; readonly subject: Subject }) {
  const rows = rowsOf(subject);
  if (rows.length === 0) return null;
  return (
    <table class="table review-table">
      <caption>{t('popup.review.parameters')}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{labelText(form.row, row.name)}</th>
            <td>
              {row.old && (
                <div class="old">
                  <span class="tag">{t('popup.review.now')}</span>
                  <Value parts={row.old} />
                </div>
              )}
              <div class={row.old ? 'new' : undefined}>
                {row.old && <span class="tag">{t('popup.review.then')}</span>}
                <Value parts={row.parts} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which profile, user and key stamp it. */
function Signer({ profile }: { readonly profile: Profile }) {
  const { effects } = useStore();
  const [key, setKey] = useState<KeyView | undefined>(undefined);
  useEffect(() => {
    const find = (keys: readonly KeyView[]) => setKey(keys.find((one) => one.id === profile.keyId));
    void effects.client.call('keys_list', {}).then(find, () => undefined);
  }, [profile.keyId]);
  const rows: [string, preact.ComponentChildren][] = [
    [
      t('popup.review.profile'),
      <span class="cluster" key="profile">
        <Mark colour={profile.colour} />
        <VisibleText text={profile.name} />
      </span>,
    ],
    [
      t('popup.review.organization'),
      <VisibleText text={profile.known?.organizationName || profile.organizationId} />,
    ],
    [t('popup.review.user'), <VisibleText text={profile.known?.userName ?? '—'} />],
    [
      t('popup.review.key'),
      key ? (
        <>
          <VisibleText text={key.name} />{' '}
          <CopyText text={key.publicKey} mono what={t('popup.member.publicKey')} />
        </>
      ) : (
        <span class="muted mono">{shorten(profile.keyId)}</span>
      ),
    ],
  ];
  return (
    <section class="section" aria-label={t('popup.review.signer')}>
      <header class="section-head">
        <h2>{t('popup.review.signer')}</h2>
      </header>
      <Facts rows={rows} />
      <p class="help">{t('popup.review.stamp')}</p>
    </section>
  );
}
