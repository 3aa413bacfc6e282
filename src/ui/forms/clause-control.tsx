import { useEffect, useState } from 'preact/hooks';
import type * as Policy from '../../policies/policy.ts';
import type { Fault } from '../../policies/syntax-tree.ts';
import type { Control } from '../../protocol/fields.ts';
import { addWords, findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { LinesInput } from '../components/inputs.tsx';
import { VisibleText } from './visible-text.tsx';
import { visibleText } from './visible.ts';

type ReadClause = typeof Policy.readClause;

/** The checker and its words: no form but those with a clause in them loads either. */
async function loadChecker(): Promise<ReadClause> {
  const [{ readClause }, { policyScreenWords }] = await Promise.all([
    import('../../policies/policy.ts'),
    import('../words/en/policy-screen.ts'),
  ]);
  addWords(policyScreenWords);
  return readClause;
}

/** The sentence of a fault. */
export function faultText({ reason, subject = '', other = '' }: Fault): string {
  const values = { subject: visibleText(subject), other: visibleText(other) };
  const expected = other && findText(`policy.fault.${reason}.expected`, values);
  return expected || (findText(`policy.fault.${reason}`, values) ?? reason);
}

/** So much of a line stands on either side of a fault. */
const EXCERPT_LENGTH = 40;

/** A fault's place, counted from 1, and what stands there. */
export function placeOf(text: string, { span }: Fault) {
  const before = text.slice(0, span.from);
  const start = before.lastIndexOf('\n') + 1;
  const end = text.indexOf('\n', span.to);
  const lineEnd = end < 0 ? text.length : end;
  return {
    line: before.split('\n').length,
    at: Array.from(before.slice(start)).length + 1,
    before: text.slice(Math.max(start, span.from - EXCERPT_LENGTH), span.from),
    marked: text.slice(span.from, Math.min(span.to, span.from + 2 * EXCERPT_LENGTH)),
    after: text.slice(span.to, Math.min(lineEnd, span.to + EXCERPT_LENGTH)),
  };
}

/** Puts the caret where the fault is. */
function goTo(id: string, { span }: Fault): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLTextAreaElement)) return;
  input.focus();
  input.setSelectionRange(span.from, span.to);
}

/** A fault in a sentence, and the line with its place marked. */
function FaultNote(props: {
  readonly id: string;
  readonly inputId: string;
  readonly text: string;
  readonly fault: Fault | undefined;
}) {
  const { id, inputId, text, fault } = props;
  if (!fault) return <div class="clause-fault" id={id} aria-live="polite" />;
  const { line, at, before, marked, after } = placeOf(text, fault);
  return (
    <>
      <div class="clause-fault field-error" id={id} aria-live="polite">
        <span>{faultText(fault)}</span>
        <span class="muted">{t('policy.fault.refused')}</span>
      </div>
      <div class="clause-fault">
        <code class="clause-excerpt mono">
          <VisibleText text={before} layout="lines" />
          <mark>{marked ? <VisibleText text={marked} layout="lines" /> : '\u00a0'}</mark>
          <VisibleText text={after} layout="lines" />
        </code>
        <span class="cluster">
          <span class="muted">{t('policy.fault.place', { line, at })}</span>
          <Button kind="quiet" small onClick={() => goTo(inputId, fault)}>
            {t('policy.fault.show')}
          </Button>
        </span>
      </div>
    </>
  );
}

/**
 * A clause of a policy, read while it is typed as the service reads it. A fault is shown at its place and
 * refuses nothing: a newer service may know names that this version doesn't.
 */
export function ClauseControl(
  props: FieldIds & {
    readonly control: Extract<Control, { readonly kind: 'clause' }>;
    readonly value: string;
    readonly onInput: (text: string) => void;
    readonly onBlur: () => void;
  },
) {
  const { control, value, ...inputProps } = props;
  const [readClause, setReadClause] = useState<ReadClause | undefined>(undefined);
  const isGiven = value.trim() !== '';
  useEffect(() => {
    // Without its checker the form does what it can: the service refuses a fault.
    if (isGiven && !readClause) {
      void loadChecker().then(
        (loaded) => setReadClause(() => loaded),
        () => undefined,
      );
    }
  }, [isGiven]);
  const fault = isGiven ? readClause?.(control.clause, value).fault : undefined;
  const faultId = `${props.id}-fault`;
  const describedBy = [props['aria-describedby'], fault && faultId].filter(Boolean).join(' ');
  return (
    <>
      <LinesInput
        {...inputProps}
        mono
        rows={3}
        value={value}
        placeholder={control.example}
        aria-describedby={describedBy || undefined}
        aria-invalid={props['aria-invalid'] || fault !== undefined}
      />
      <FaultNote id={faultId} inputId={props.id} text={value} fault={fault} />
    </>
  );
}
