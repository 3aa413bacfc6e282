import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { findText, t } from '../i18n.ts';
import { visibleText } from '../forms/visible.ts';
import { errorText } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import type { Profile } from '../../protocol/profile.ts';
import { ReadSessionBanner } from '../forms/read-problem.tsx';

/** Unlike the catalog's sentences about activities, these promise no storing and no resending. */
function noAnswerText(code: WireError['code']): string {
  return t(code === 'service_not_json' ? 'options.cause.notService' : 'options.cause.noAnswer');
}

/** Why a service didn't accept a stamp or didn't respond: possible causes and what to do. */
export function ServiceRefusal(props: {
  readonly error: WireError;
  readonly isLocal: boolean;
  readonly action?: ComponentChildren;
  /** For a passkey-only profile: how to continue once it can read. */
  readonly readSession?: {
    readonly profile: Profile;
    readonly onOpened: () => void;
    /** True before the first read: the button then offers to try the passkey. */
    readonly isFirst?: boolean;
  };
}) {
  const { error, isLocal, readSession } = props;
  if (readSession && error.code === 'read_session_needed') {
    const { profile, onOpened, isFirst = false } = readSession;
    const label = isFirst ? t('authorization.read.first') : undefined;
    return <ReadSessionBanner profileId={profile.id} {...{ onOpened, label }} />;
  }
  const { serviceCode, serviceMessage } = error.detail ?? {};
  const serviceText = serviceCode === undefined ? undefined : findText(`service.${serviceCode}`);
  const causes = causesOf(error);
  const title = causes.includes('down')
    ? noAnswerText(error.code)
    : (serviceText ?? errorText(error));
  return (
    <Banner tone="danger" title={title} action={props.action}>
      {causes.length > 0 && (
        <ul class="causes">
          {causes.map((cause) => (
            <li key={cause}>
              <strong>{t(`options.cause.${cause}`)}</strong>{' '}
              {t(
                cause === 'down' && isLocal
                  ? 'options.cause.downLocal'
                  : `options.cause.${cause}Do`,
              )}
            </li>
          ))}
        </ul>
      )}
      {serviceMessage && (
        <p class="muted small break">
          {t('app.serviceSaid', { message: visibleText(serviceMessage) })}
        </p>
      )}
    </Banner>
  );
}

/** The possible causes of a declined `whoami`; each has a title and advice. */
const REFUSAL_CAUSES = [
  'organization',
  'key',
  'expired',
  'clock',
  'signature',
  'rights',
  'down',
] as const;
type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** The causes that each service code suggests (docs/protocol.md, Refusals and their words). */
const CAUSES_BY_CODE: Readonly<Record<string, readonly RefusalCause[]>> = {
  // The service looks up keys within one organization, so the organization may be wrong instead.
  PUBLIC_KEY_NOT_FOUND: ['key', 'organization'],
  CREDENTIAL_NOT_FOUND: ['key', 'organization'],
  CREDENTIAL_CONFLICT: ['organization'],
  ORGANIZATION_NOT_FOUND: ['organization'],
  INVALID_ORGANIZATION_ID: ['organization'],
  ORGANIZATION_MISMATCH: ['organization'],
  API_KEY_EXPIRED: ['expired'],
  INVALID_TIME: ['clock'],
  SIGNATURE_INVALID: ['signature'],
  SIGNATURE_MISSING: ['signature'],
  REQUEST_NOT_AUTHORIZED: ['rights'],
  API_OPERATIONS_DISABLED: ['rights'],
};

/**
 * The likely causes of a declined or failed check, most likely first. Empty if the error speaks for
 * itself. The service's code counts first, then its message, then the HTTP status.
 */
export function causesOf(error: WireError): readonly RefusalCause[] {
  const { serviceCode, serviceMessage = '', status } = error.detail ?? {};
  if (serviceCode && Object.hasOwn(CAUSES_BY_CODE, serviceCode))
    return CAUSES_BY_CODE[serviceCode] ?? [];
  if (/expired/i.test(serviceMessage)) return ['expired'];
  if (/timestamp|liveness|clock|stale|too (?:old|far)/i.test(serviceMessage)) return ['clock'];
  if (/public key/i.test(serviceMessage)) return ['key', 'organization'];
  if (/organization/i.test(serviceMessage)) return ['organization'];
  if (status === 401) return ['key', 'organization', 'expired', 'clock'];
  if (status === 403) return ['rights'];
  const isDown = ['service_unreachable', 'service_timeout', 'service_not_json'].includes(
    error.code,
  );
  // A reason says more, such as where the URL leads.
  return isDown && !error.detail?.reason ? ['down'] : [];
}
