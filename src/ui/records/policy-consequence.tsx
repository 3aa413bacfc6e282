import { useEffect, useMemo } from 'preact/hooks';
import type { PolicyText } from '../../policies/policy.ts';
import { allowsEverything, isShownNotToWiden } from '../../policies/policy-reach.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { Banner } from '../components/surfaces.tsx';
import { policySentences, type NameOf } from '../forms/policy-sentences.ts';
import { policyChangesOf, type PolicyChange } from '../forms/typed-policy.ts';
import type { ReviewSubject } from '../forms/review-subject.ts';
import { t } from '../i18n.ts';
import { WarningBanner, warningTexts } from './policy-words.tsx';
import type { Records } from './records.ts';

/*
 * What follows from a change of policies, before anything else is read of it: in sentences, before and after, and
 * amber unless it is shown that nobody can do more.
 */

/** What a policy says in one paragraph, or that there is none. */
function Says(props: { readonly policy: PolicyText | null; readonly nameOf: NameOf }) {
  const { policy, nameOf } = props;
  return <>{policy ? policySentences(policy, nameOf).join(' ') : t('policy.change.nothing')}</>;
}

function Consequence({
  change,
  nameOf,
}: {
  readonly change: PolicyChange;
  readonly nameOf: NameOf;
}) {
  const { before, after } = change;
  if (!before)
    return (
      <p class="summary">
        <Says policy={after} nameOf={nameOf} />
      </p>
    );
  return (
    <>
      <p class="summary">
        <span class="tag">{t('popup.review.then')}</span> <Says policy={after} nameOf={nameOf} />
      </p>
      <p class="muted">
        <span class="tag">{t('popup.review.now')}</span> <Says policy={before} nameOf={nameOf} />
      </p>
    </>
  );
}

export type PolicyConsequenceProps = {
  readonly subject: Pick<ReviewSubject, 'fields' | 'parameters'>;
  readonly records: Pick<Records, 'known' | 'load'>;
  /** Called with whether it lets anyone do anything alone, once that is known. */
  readonly onRead?: ((allowsAll: boolean) => void) | undefined;
};

/** What follows from a change of policies. */
export function PolicyConsequence({ subject, records, onRead }: PolicyConsequenceProps) {
  const { fields, parameters } = subject;
  const known = records.known.value;
  const changes = useMemo(
    () => policyChangesOf(fields, parameters, known),
    [fields, parameters, known],
  );
  const named = new Set<RecordKind>();
  const nameOf: NameOf = (kind, id) => {
    named.add(kind);
    return known[kind]?.get(id)?.name || id;
  };
  const allowsAll = changes?.some(({ after }) => after && allowsEverything(after)) === true;
  const isWider = changes?.some(({ before, after }) => !isShownNotToWiden(before, after)) === true;
  const warnings = (changes ?? []).flatMap(({ after }) =>
    after ? warningTexts(after, nameOf) : [],
  );
  useEffect(() => void records.load('policy'), [records]);
  useEffect(() => {
    if (changes) onRead?.(allowsAll);
  }, [changes, allowsAll]);
  useEffect(() => {
    for (const kind of named) void records.load(kind);
  });
  if (!changes) return null;
  return (
    <>
      {changes.map((change, at) => (
        <Consequence key={String(at)} change={change} nameOf={nameOf} />
      ))}
      <Banner
        live={false}
        tone={isWider ? 'warn' : 'info'}
        title={t(isWider ? 'policy.change.wider' : 'policy.change.notWider')}
      />
      <WarningBanner texts={[...new Set(warnings)]} />
    </>
  );
}
