import { useMemo, useState } from 'preact/hooks';
import type * as calldata from '../../client/calldata.ts';
import { readFunctions } from '../../protocol/contract-interface.ts';
import { parametersText } from '../../protocol/abi-parameter.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { LinesInput } from '../components/inputs.tsx';
import { VisibleText } from '../forms/visible-text.tsx';

/** What reads calldata: it comes with the chain's hash, so a screen loads it when it's needed. */
export type CalldataReader = typeof calldata;

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
function Values({ values }: { readonly values: readonly calldata.DecodedValue[] }) {
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
            <Values values={content} />
          )}
        </li>
      ))}
    </ul>
  );
}

function faultText(decoded: calldata.DecodedCalldata | undefined): string | undefined {
  if (!decoded || decoded.ok) return undefined;
  return t(`object.calldata.fault.${decoded.fault}`, { place: decoded.place });
}

/** Takes calldata and says what it asks of a contract: the function and its arguments. */
export function CalldataSection(props: {
  readonly source: string;
  readonly reader: CalldataReader | undefined;
}) {
  const { source, reader } = props;
  const [text, setText] = useState('');
  const functions = useMemo(() => readFunctions(source), [source]);
  const decoded = useMemo(
    () => (text.trim() === '' ? undefined : reader?.decodeCalldata(text, functions)),
    [text, functions, reader],
  );
  // Why an interface can't be read stands above.
  if (functions.length === 0) return null;
  return (
    <details class="more">
      <summary>{t('object.calldata')}</summary>
      <div class="form-fields">
        <Field label={t('object.calldata.label')} error={faultText(decoded)}>
          {(ids) => <LinesInput {...ids} mono rows={3} value={text} onInput={setText} />}
        </Field>
        {decoded?.ok && (
          <div class="preview" role="status">
            <p class="preview-head mono break">
              <VisibleText
                text={`${decoded.called.name}${parametersText(decoded.called.inputs, true)}`}
              />
            </p>
            <Values values={decoded.values} />
          </div>
        )}
      </div>
    </details>
  );
}
