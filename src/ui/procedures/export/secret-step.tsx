import { useId, useState } from 'preact/hooks';
import type {
  ExportedKey,
  ExportedPhrase,
  ExportedSecret,
} from '../../../client/export/exported-secret.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { ProofLines } from '../import/proof-lines.tsx';
import { useConfirmedLeaving } from '../stage-list.tsx';
import { CopyCheck } from './copy-check.tsx';
import { hrefOf, languageText, secretOf } from './export-review-step.tsx';
import type { ExportFlow } from './export-flow.ts';
import type { ExportSubject } from './export-subject.ts';
import { ShowButtons, ShownStatus, useShownSecret, type ShownSecret } from './shown-secret.tsx';
import { ClipboardNotice, SecretCopy, type CopiedSecret } from './copied-secret.tsx';

type StepProps = {
  readonly flow: ExportFlow;
  readonly subject: ExportSubject;
  readonly copied: CopiedSecret;
};

/** The secret, shown only while a button is held, or for a minute after a tap. */
export function SecretStep(props: StepProps) {
  const { flow, subject, copied } = props;
  const secret = flow.secret.value;
  const shown = useShownSecret();
  useConfirmedLeaving(secret !== null);
  if (!secret) return <Forgotten {...props} />;
  const finish = (): void => {
    // First: the click counts for a moment only.
    copied.clear();
    flow.forgetSecret();
  };
  return (
    <>
      <ProofNotice secret={secret} />
      <Card>
        {secret.kind === 'phrase' ? (
          <PhraseView {...{ shown, copied }} phrase={secret} />
        ) : (
          <KeyView {...{ shown, copied }} exportedKey={secret} />
        )}
        <p class="help">{t('export.show.write')}</p>
      </Card>
      {secret.kind === 'phrase' && <CopyCheck phrase={secret} onBegin={shown.hide} />}
      <div class="actions">
        <Button kind="primary" icon="check" onClick={finish}>
          {t('app.done')}
        </Button>
        <span class="muted">{t('export.doneWhat')}</span>
      </div>
      <span class="hidden" data-secret={secretOf(subject)} />
    </>
  );
}

function Forgotten({ flow, subject, copied }: StepProps) {
  return (
    <>
      <ClipboardNotice copied={copied} />
      <EmptyState
        icon="check"
        title={t('export.forgotten')}
        action={
          <span class="cluster">
            <a class="button button-primary" href={hrefOf(subject)}>
              <VisibleText text={t('export.back', { name: subject.name })} />
            </a>
            <Button onClick={flow.again}>{t('export.run.again')}</Button>
          </span>
        }
      >
        {t('export.forgottenWhat')}
      </EmptyState>
    </>
  );
}

/** Whether it was checked against what the service lists. */
function ProofNotice({ secret }: { readonly secret: ExportedSecret }) {
  const { verdict, lines } = secret.proof;
  const isProved = verdict === 'proved';
  const proved =
    lines.length > 0 ? t('export.proved', { count: lines.length }) : t('export.provedKey');
  const title =
    verdict === 'other_reading'
      ? t('export.otherReading')
      : isProved
        ? proved
        : t('export.unproved');
  return (
    <div data-proved={verdict}>
      <Banner tone={isProved ? 'good' : 'warn'} title={title}>
        {lines.length > 0 && (
          <details class="more">
            <summary>{t('import.review.addresses')}</summary>
            <ProofLines lines={lines} />
          </details>
        )}
      </Banner>
    </div>
  );
}

type ViewProps = { readonly shown: ShownSecret; readonly copied: CopiedSecret };

/** The words, numbered. They are in the page only while they are shown. */
function PhraseView(props: ViewProps & { readonly phrase: ExportedPhrase }) {
  const { phrase, copied, shown } = props;
  const { isShown } = shown;
  const id = useId();
  const { wordCount: count, language } = phrase;
  return (
    <div class="stack">
      <p>{t('phrase.review.words', { count, language: languageText(language) })}</p>
      {phrase.hasPassphrase && <Banner tone="warn" live={false} title={t('export.passphrase')} />}
      <ShowButtons {...{ shown, id }} what="wallet" />
      <div class="exported-secret" data-shown={isShown}>
        <ol class="phrase-words" aria-label={t('phrase.label')}>
          {(isShown ? phrase.words() : Array.from({ length: count }, () => null)).map(
            (word, at) => (
              <li key={at}>
                <span class="phrase-number" aria-hidden="true">
                  {at + 1}
                </span>
                {word === null ? (
                  <span class="phrase-dots" aria-hidden="true">
                    ••••
                  </span>
                ) : (
                  <>
                    <bdi class="phrase-word" aria-hidden="true">
                      {word}
                    </bdi>
                    <span class="hidden">{t('export.show.word', { number: at + 1, word })}</span>
                  </>
                )}
              </li>
            ),
          )}
        </ol>
        {phrase.hasPassphrase && isShown && (
          <p>
            {t('export.passphraseLabel')}{' '}
            <span class="mono">
              <VisibleText text={phrase.passphrase()} />
            </span>
          </p>
        )}
      </div>
      <ShownStatus shown={shown} />
      <SecretCopy what="wallet" copied={copied} textOf={() => phrase.words().join(' ')} />
    </div>
  );
}

function KeyView(props: ViewProps & { readonly exportedKey: ExportedKey }) {
  const { exportedKey, copied, shown } = props;
  const id = useId();
  const { forms } = exportedKey;
  const [form, setForm] = useState(forms[0] ?? 'hex');
  return (
    <div class="stack">
      {forms.length > 1 && (
        <SegmentedControl
          label={t('export.show.form')}
          value={form}
          options={forms.map((value) => ({ value, label: t(`export.form.${value}`) }))}
          onChange={setForm}
        />
      )}
      <ShowButtons {...{ shown, id }} what="key" />
      <div class="exported-secret" data-shown={shown.isShown}>
        <p class="exported-key mono">
          {shown.isShown ? exportedKey.text(form) : '••••••••••••••••'}
        </p>
      </div>
      <ShownStatus shown={shown} />
      <SecretCopy what="key" copied={copied} textOf={() => exportedKey.text(form)} />
    </div>
  );
}
