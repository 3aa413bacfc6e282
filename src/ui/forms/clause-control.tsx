import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ClauseNotice } from '../../policies/clause-notices.ts';
import type { Fault } from '../../policies/syntax-tree.ts';
import type { NamedRecordKind, UnknownValue } from '../../policies/unknown-values.ts';
import type { Control, PolicyClause } from '../../protocol/fields.ts';
import { addWords, findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { LinesInput } from '../components/inputs.tsx';
import type { KnownRecords } from '../records/pickable-records.ts';
import type { Records } from '../records/records.ts';
import { VisibleText } from './visible-text.tsx';
import { visibleText } from './visible.ts';
import './policy-builder.css';

/** What may be doubted of a clause: what isn't published of it, and values that nothing has. */
type Doubt = ClauseNotice | UnknownValue;
/** What is wrong with a text, or is doubted of it; and the kinds of records that it names by their ids. */
type Checked = {
  readonly fault?: Fault | undefined;
  readonly notices: readonly Doubt[];
  readonly kinds: readonly NamedRecordKind[];
};
type Checker = (clause: PolicyClause, text: string, known: KnownRecords) => Checked;

export type ClauseRecords = Pick<Records, 'known' | 'load'>;

/** The checker and its words: no form but those with a clause in them loads either. */
async function loadChecker(): Promise<Checker> {
  const [{ readClause }, { noticesOf }, unknowns, { policyScreenWords }] = await Promise.all([
    import('../../policies/read-clause.ts'),
    import('../../policies/clause-notices.ts'),
    import('../../policies/unknown-values.ts'),
    import('../words/en/policy-screen.ts'),
  ]);
  addWords(policyScreenWords);
  return (name, text, known) => {
    const { clause, fault } = readClause(name, text);
    if (!clause) return { fault, notices: [], kinds: [] };
    const { tree } = clause;
    const unknown = unknowns.unknownValues(tree, (kind, id) => known[kind]?.has(id));
    const notices = [...noticesOf(clause), ...unknown].toSorted(
      (one, other) => one.span.from - other.span.from,
    );
    return { fault, notices, kinds: unknowns.recordKindsIn(tree) };
  };
}

/** The sentence of what isn't published, or of a value that nothing has. */
export function noticeText(notice: Doubt): string {
  const subject = visibleText(notice.subject);
  if (notice.kind === 'unknown_id') return t(`policy.unknown.${notice.recordKind}`, { subject });
  if (notice.kind !== 'unknown_name') return t(`policy.warning.${notice.kind}`, { subject });
  const { name, like } = notice;
  return like === undefined
    ? t('policy.unknown.name', { subject, name })
    : t('policy.unknown.name.like', { subject, name, like });
}

/** The sentence of a fault. */
export function faultText({ reason, subject = '', other = '' }: Fault): string {
  const values = { subject: visibleText(subject), other: visibleText(other) };
  const expected = other && findText(`policy.fault.${reason}.expected`, values);
  return expected || (findText(`policy.fault.${reason}`, values) ?? reason);
}

/** So much of a line stands on either side of a fault. */
const EXCERPT_LENGTH = 40;

/** The place of a fault or notice, counted from 1, and what stands there. */
export function placeOf(text: string, { span }: Pick<Fault, 'span'>) {
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

/** Puts the caret where the fault or notice is. */
function goTo(id: string, { span }: Pick<Fault, 'span'>): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLTextAreaElement)) return;
  input.focus();
  input.setSelectionRange(span.from, span.to);
}

/** What is said of a clause: its fault, or what of it isn't published; and the line with its place marked. */
function ClauseNote(props: {
  readonly id: string;
  readonly inputId: string;
  readonly text: string;
  readonly checked: Checked | undefined;
}) {
  const { id, inputId, text, checked } = props;
  const fault = checked?.fault;
  const sentences = fault ? [faultText(fault)] : [...new Set(checked?.notices.map(noticeText))];
  const place = fault ?? checked?.notices[0];
  return (
    <>
      <div class={`clause-fault${fault ? ' field-error' : ''}`} id={id} aria-live="polite">
        {sentences.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
        {fault && <span class="muted">{t('policy.fault.refused')}</span>}
      </div>
      {place && <ClausePlace inputId={inputId} text={text} place={place} />}
    </>
  );
}

function ClausePlace(props: {
  readonly inputId: string;
  readonly text: string;
  readonly place: Pick<Fault, 'span'>;
}) {
  const { inputId, text, place } = props;
  const { line, at, before, marked, after } = placeOf(text, place);
  return (
    <div class="clause-fault">
      <code class="clause-excerpt mono">
        <VisibleText text={before} layout="lines" />
        <mark>{marked ? <VisibleText text={marked} layout="lines" /> : '\u00a0'}</mark>
        <VisibleText text={after} layout="lines" />
      </code>
      <span class="cluster">
        <span class="muted">{t('policy.fault.place', { line, at })}</span>
        <Button kind="quiet" small onClick={() => goTo(inputId, place)}>
          {t('policy.fault.show')}
        </Button>
      </span>
    </div>
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
    /** The organization's records, to find those that it names by their ids. */
    readonly records: ClauseRecords;
    readonly onInput: (text: string) => void;
    readonly onBlur: () => void;
  },
) {
  const { control, value, records, ...inputProps } = props;
  const [check, setCheck] = useState<Checker | undefined>(undefined);
  const isGiven = value.trim() !== '';
  useEffect(() => {
    // Without its checker the form does what it can: the service refuses a fault.
    if (isGiven && !check) {
      void loadChecker().then(
        (loaded) => setCheck(() => loaded),
        () => undefined,
      );
    }
  }, [isGiven]);
  const known = records.known.value;
  const checked = useMemo(
    () => (isGiven ? check?.(control.clause, value, known) : undefined),
    [check, control.clause, value, known],
  );
  useEffect(() => {
    for (const kind of checked?.kinds ?? []) void records.load(kind);
  }, [checked?.kinds.join()]);
  const hasNote = checked && (checked.fault || checked.notices.length > 0);
  const faultId = `${props.id}-fault`;
  const describedBy = [props['aria-describedby'], hasNote && faultId].filter(Boolean).join(' ');
  return (
    <>
      <LinesInput
        {...inputProps}
        mono
        rows={3}
        value={value}
        placeholder={control.example}
        aria-describedby={describedBy || undefined}
        aria-invalid={props['aria-invalid'] || checked?.fault !== undefined}
      />
      <ClauseNote id={faultId} inputId={props.id} text={value} checked={checked} />
    </>
  );
}
