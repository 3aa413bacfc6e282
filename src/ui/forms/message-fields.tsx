import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { personalMessage, readPersonalMessage } from '../../client/personal-message.ts';
import type { HashFunction, PayloadEncoding } from '../../protocol/enums.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { LinesInput, Select } from '../components/inputs.tsx';
import type { ScopeProps } from './form-fields.tsx';
import { labelText, refusalText } from './words.ts';

/*
 * A message to sign, by what it is. The three fields' texts are the only state: what it is follows from them, so a
 * choice of one's own behind it, and a form that was kept, show the same.
 */

const KINDS = {
  personal: { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256' },
  text: { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' },
  typed: { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' },
  hash: { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' },
} as const satisfies Readonly<
  Record<string, { readonly encoding: PayloadEncoding; readonly hashFunction: HashFunction }>
>;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

const textIn = ({ draft }: ScopeProps, name: string): string => {
  const given = draft[name];
  return typeof given === 'string' ? given : '';
};

/** Undefined where only the fields themselves say what it is. */
function kindOf(props: ScopeProps): Kind | undefined {
  const found = KIND_NAMES.find(
    (kind) =>
      KINDS[kind].encoding === textIn(props, 'encoding') &&
      KINDS[kind].hashFunction === textIn(props, 'hashFunction'),
  );
  const isBare =
    found === 'personal' && readPersonalMessage(textIn(props, 'payload')) === undefined;
  return isBare ? undefined : found;
}

/** It loads after its form, which could give it no focus: where who signs is fixed, typing starts in its text. */
function useTypingStart(startsTyping: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startsTyping) place.current?.querySelector('textarea')?.focus();
  }, []);
  return place;
}

export function MessageFields(
  props: ScopeProps & { readonly drawField: (name: string) => ComponentChildren },
) {
  const { session, prefix, drawField } = props;
  const kind = kindOf(props);
  const payload = textIn(props, 'payload');
  const text = readPersonalMessage(payload) ?? payload;
  const path = `${prefix}payload`;
  const choose = (next: Kind): void => {
    session.set(path, next === 'personal' ? personalMessage(text) : text);
    session.set(`${prefix}encoding`, KINDS[next].encoding);
    session.set(`${prefix}hashFunction`, KINDS[next].hashFunction);
  };
  const rule = session.errors.value[path];
  const place = useTypingStart(session.fixed.peek().length > 0 && text === '');
  return (
    <>
      <Field label={t('signing.form.kind')}>
        {(ids) => (
          <Select
            {...ids}
            value={kind ?? ''}
            options={KIND_NAMES.map((value) => ({ value, label: t(`signing.form.${value}`) }))}
            {...(kind === undefined && { blank: t('signing.form.other') })}
            onChange={(value) => {
              const next = KIND_NAMES.find((one) => one === value);
              if (next) choose(next);
            }}
          />
        )}
      </Field>
      <div ref={place} class="contents">
        {kind === 'personal' ? (
          <div data-field={path}>
            <Field label={labelText(session.row, path)} error={rule && refusalText(rule, payload)}>
              {(ids) => (
                <LinesInput
                  {...ids}
                  rows={3}
                  value={text}
                  onInput={(typed) => session.set(path, personalMessage(typed))}
                  onBlur={() => session.validateField(path)}
                />
              )}
            </Field>
          </div>
        ) : (
          drawField('payload')
        )}
      </div>
      <details class="more" open={kind === undefined}>
        <summary>{t('signing.form.advanced')}</summary>
        <div class="form-fields">
          {drawField('encoding')}
          {drawField('hashFunction')}
        </div>
      </details>
    </>
  );
}
