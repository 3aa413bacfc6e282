import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { CopyText, Facts } from '../kit/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';

/** What will be stamped, to the byte. */
export type Exact = {
  /** Activity type; null for a question. */
  readonly type: string | null;
  /** Null where a secret is in it. */
  readonly body: string | null;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
};

/** The body as it will be stamped, with its hash; drawn when it is asked for. */
export function Bytes({ exact }: { readonly exact: Exact }) {
  const [open, setOpen] = useState(false);
  const { body, digest, type } = exact;
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
            <Body {...exact} body={body} />
          )}
          <Facts rows={rows} />
        </div>
      )}
    </details>
  );
}

function Body({ type, body }: Pick<Exact, 'type'> & { readonly body: string }) {
  return (
    <>
      <p class="help">{t(type === null ? 'confirm.bytesRead' : 'confirm.bytesText')}</p>
      <div class="long-text mono" tabIndex={0} role="region" aria-label={t('confirm.body')}>
        <VisibleText text={body} layout="lines" />
      </div>
      <p class="copy-whole">
        {t('confirm.copyBody')} <CopyText text={body} what={t('confirm.body')} />
      </p>
    </>
  );
}
