import { useState } from 'preact/hooks';
import { type Profile, readBaseUrl } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';
import { CopyButton } from './values.tsx';
import { KeystampError } from '../../protocol/errors.ts';
import { VisibleText } from '../forms/visible-text.tsx';
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

/** An address that may be opened, as it is shown and as it is opened: one text for both. */
type Link = { readonly href: string; readonly host: string };

/**
 * Reads an address in a service's response. https anywhere; http only at the very origin of a
 * profile whose own service is on loopback. Everything else is refused: `javascript:` and `data:`
 * (docs/threats.md, 21), credentials in the address, other schemes, unreadable text. A
 * host in other scripts is given in punycode.
 * @throws `link_refused`
 */
export function readLink(text: unknown, profile: Pick<Profile, 'baseUrl'>): Link {
  if (typeof text !== 'string' || !URL.canParse(text)) throw new KeystampError('link_refused');
  const url = new URL(text);
  const service = readBaseUrl(profile.baseUrl);
  const own = service.ok && service.loopback && url.origin === service.origin;
  const secure = url.protocol === 'https:';
  if (!secure && !(url.protocol === 'http:' && own)) throw new KeystampError('link_refused');
  if (url.username || url.password || !url.hostname) throw new KeystampError('link_refused');
  return { href: url.href, host: url.host };
}
