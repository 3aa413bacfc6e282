import { useState } from 'preact/hooks';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';
import { CopyButton } from './values.tsx';
import type { KeystampError } from '../../protocol/errors.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { readLink, type Link } from './link.ts';
import { toKeystampError } from './errors.ts';

function checkLink(text: unknown, profile: Profile): Link | KeystampError {
  try {
    return readLink(text, profile);
  } catch (error) {
    return toKeystampError(error);
  }
}

/**
 * An address in the service's response: checked, shown in full with its host, and opened in a tab
 * by a click and nothing else. It is never a link, so a page cannot be reached any other way.
 */
export function OpenLink(props: {
  readonly text: unknown;
  readonly profile: Profile;
  readonly openTab: (href: string) => Promise<void>;
}) {
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const link = checkLink(props.text, props.profile);
  if (!('href' in link)) {
    return (
      <div class="stack-tight">
        <ErrorState error={link} title={t('popup.link.refused')} />
        <p class="mono link-text">
          <VisibleText text={String(props.text)} />
        </p>
      </div>
    );
  }
  const open = () =>
    props.openTab(link.href).catch((cause: unknown) => setError(toKeystampError(cause)));
  return (
    <div class="link-box">
      <p class="muted">{t('popup.link.opens')}</p>
      <p class="link-host">
        <strong>{link.host}</strong>
      </p>
      <p class="mono break link-text">
        <VisibleText text={link.href} />
      </p>
      <div class="cluster">
        <Button kind="primary" icon="external" onClick={() => void open()}>
          {t('popup.link.open')}
        </Button>
        <CopyButton text={link.href} what={t('popup.link.address')} />
      </div>
      {error && <ErrorState error={error} />}
    </div>
  );
}
