import { useState } from 'preact/hooks';
import type { ReadyRequestDetails } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { CopyText, CopyButton, DescriptionList } from '../components/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';

/** What will be stamped, to the byte. The body is null where a secret is in it. */
export type ExactBody = Pick<ReadyRequestDetails, 'type' | 'body' | 'digest'>;

/** The body as it will be stamped, with its hash; drawn when the user opens it. */
export function ExactBytes({ exactBody }: { readonly exactBody: ExactBody }) {
  const [open, setOpen] = useState(false);
  const { body, digest, type } = exactBody;
  const rows: [string, preact.ComponentChildren][] = [
    [
      t('confirm.digest'),
      <CopyText text={digest} mono shorten={false} what={t('confirm.digest')} />,
    ],
  ];
  if (type !== null) rows.unshift([t('confirm.type'), <span class="mono break">{type}</span>]);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('confirm.bytes')}</summary>
      {open && (
        <div class="bytes">
          {body === null ? (
            <p class="help">{t('confirm.bytesSecret')}</p>
          ) : (
            <BodyText {...exactBody} body={body} />
          )}
          <DescriptionList rows={rows} />
        </div>
      )}
    </details>
  );
}

function BodyText({ type, body }: Pick<ExactBody, 'type'> & { readonly body: string }) {
  return (
    <>
      <p class="help">{t(type === null ? 'confirm.bytesRead' : 'confirm.bytesText')}</p>
      <div class="long-text mono" tabIndex={0} role="region" aria-label={t('confirm.body')}>
        <VisibleText text={body} layout="lines" />
      </div>
      <p class="copy-whole">
        {t('confirm.copyBody')} <CopyButton text={body} what={t('confirm.body')} />
      </p>
    </>
  );
}
