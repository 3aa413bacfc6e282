import type { KeyView } from '../../protocol/app-state.ts';
import { KEY_REGISTRATION } from '../../protocol/operations.ts';
import { t } from '../i18n.ts';
import { ComparisonGroups } from '../components/comparison-groups.tsx';
import { Qr } from '../components/qr.tsx';
import { CopyText, CopyButton, DescriptionList } from '../components/values.tsx';

/** A public key to copy or scan, with an explanation. */
export function PublicKeyDetails({ view }: { readonly view: KeyView }) {
  return (
    <div class="public-key">
      <Qr text={view.publicKey} what={t('options.key.publicKey')} />
      <div class="stack">
        <p class="muted">{t('options.key.publicWhat')}</p>
        <DescriptionList
          rows={[
            [t('options.key.name'), view.name],
            [t('options.key.curve'), t(`options.curve.${view.curve}`)],
            [
              t('options.key.publicKey'),
              <CopyText
                text={view.publicKey}
                shorten={false}
                mono
                what={t('options.key.publicKey')}
              />,
            ],
          ]}
        />
      </div>
    </div>
  );
}

/** The request that registers the key for a user, stamped by a key that already works. */
function requestText(view: KeyView, organizationId: string): string {
  const body = {
    type: KEY_REGISTRATION.versions[0].type,
    timestampMs: t('options.register.now'),
    organizationId,
    parameters: {
      userId: t('options.register.userId'),
      apiKeys: [
        {
          apiKeyName: view.name,
          publicKey: view.publicKey,
          curveType: `API_KEY_CURVE_${view.curve}`,
        },
      ],
    },
  };
  return JSON.stringify(body, null, 2);
}

/** How to register a public key with a service (docs/protocol.md, Stamps by API keys). */
export function RegistrationHelp(props: {
  readonly view: KeyView;
  readonly organizationId: string;
  readonly turnkey: boolean;
}) {
  const { view, organizationId } = props;
  const text = requestText(view, organizationId);
  return (
    <div class="stack">
      <ol class="steps-list">
        {props.turnkey && <li>{t('options.register.dashboard')}</li>}
        <li>{t(props.turnkey ? 'options.register.adminToo' : 'options.register.admin')}</li>
        <li>{t('options.register.back')}</li>
      </ol>
      {/* Whoever enters the key in their Keystamp is asked for them. */}
      <ComparisonGroups {...{ organizationId, publicKey: view.publicKey }} />
      <details class="more">
        <summary>{t('options.register.request')}</summary>
        <div class="code">
          <pre class="mono" tabIndex={0}>
            {text}
          </pre>
          <CopyButton text={text} what={t('options.register.requestName')} />
        </div>
      </details>
    </div>
  );
}
