import type * as calldata from '../../signing/calldata.ts';
import { parametersText } from '../../protocol/abi-parameter.ts';
import { t } from '../i18n.ts';
import { VisibleText } from './visible-text.tsx';

/* What calldata asks of a contract, by the contract's interface. */

/** Text that is longer than this stands in a box of its own that scrolls. */
const MAX_INLINE_LENGTH = 300;

function Content({ text, label }: { readonly text: string; readonly label: string }) {
  if (text === '') return <div class="muted">{t('object.calldata.empty')}</div>;
  if (text.length <= MAX_INLINE_LENGTH) {
    return (
      <div class="mono">
        <VisibleText text={text} />
      </div>
    );
  }
  const whole = {
    tabIndex: 0,
    role: 'region',
    'aria-label': t('popup.wholeValue', { label }),
  } as const;
  return (
    <div class="long-text mono" {...whole}>
      <VisibleText text={text} layout="lines" />
    </div>
  );
}

/** Arguments with their types; what they consist of is indented. */
function DecodedValues({ values }: { readonly values: readonly calldata.DecodedValue[] }) {
  return (
    <ul class="decoded">
      {values.map(({ name, type, content }, index) => (
        <li key={index}>
          <span class="muted">
            <VisibleText text={name || `[${index}]`} />{' '}
            <span class="mono small">
              <VisibleText text={type} />
            </span>
          </span>
          {typeof content === 'string' ? (
            <Content text={content} label={name || type} />
          ) : (
            <DecodedValues values={content} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The function and its arguments. */
export function DecodedCall(props: {
  readonly decoded: Extract<calldata.DecodedCalldata, { ok: true }>;
}) {
  const { called, values } = props.decoded;
  return (
    <>
      <p class="preview-head mono break">
        <VisibleText text={`${called.name}${parametersText(called.inputs, true)}`} />
      </p>
      <DecodedValues values={values} />
    </>
  );
}

/** Why it can't be read; undefined if it can. */
export function faultText(decoded: calldata.DecodedCalldata | undefined): string | undefined {
  if (!decoded || decoded.ok) return undefined;
  return t(`object.calldata.fault.${decoded.fault}`, { place: decoded.place });
}
