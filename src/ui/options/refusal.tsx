import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { said, t } from '../i18n.ts';
import { visibleText } from '../forms/visible.ts';
import { errorText } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { causesOf } from './causes.ts';
import { LookAgain } from './passkey/look-again.tsx';

/** Nothing is kept or sent again here, unlike what the catalogue says of activities. */
function silence(code: WireError['code']): string {
  return t(code === 'service_not_json' ? 'options.cause.notService' : 'options.cause.noAnswer');
}

/** Why a service did not take a stamp, or did not answer: what may be wrong and what to do. */
export function Refusal(props: {
  readonly error: WireError;
  readonly local: boolean;
  readonly action?: ComponentChildren;
  /** Of a profile of passkeys: how to go on once it can read. */
  readonly look?: Parameters<typeof LookAgain>[0];
}) {
  const { error, local, look } = props;
  if (look && error.code === 'look_needed') return <LookAgain {...look} />;
  const { serviceCode, serviceMessage } = error.detail ?? {};
  const own = serviceCode === undefined ? undefined : said(`service.${serviceCode}`);
  const causes = causesOf(error);
  const title = causes.includes('down') ? silence(error.code) : (own ?? errorText(error));
  return (
    <Banner tone="danger" title={title} action={props.action}>
      {causes.length > 0 && (
        <ul class="causes">
          {causes.map((cause) => (
            <li key={cause}>
              <strong>{t(`options.cause.${cause}`)}</strong>{' '}
              {t(
                cause === 'down' && local ? 'options.cause.downLocal' : `options.cause.${cause}Do`,
              )}
            </li>
          ))}
        </ul>
      )}
      {serviceMessage && (
        <p class="muted small break">
          {t('kit.serviceSaid', { message: visibleText(serviceMessage) })}
        </p>
      )}
    </Banner>
  );
}
