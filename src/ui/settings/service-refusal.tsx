import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { findText, t } from '../i18n.ts';
import { visibleText } from '../forms/visible.ts';
import { errorText } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { causesOf } from './refusal-causes.ts';
import { ReadSessionBanner } from '../procedures/passkey/read-session-banner.tsx';

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
  readonly readSession?: Parameters<typeof ReadSessionBanner>[0];
}) {
  const { error, isLocal, readSession } = props;
  if (readSession && error.code === 'read_session_needed')
    return <ReadSessionBanner {...readSession} />;
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
