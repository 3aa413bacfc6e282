import { useEffect } from 'preact/hooks';
import type { PolicyText } from '../../policies/policy.ts';
import { allowsEverything, isShownNotToWiden } from '../../policies/policy-reach.ts';
import { Banner } from '../components/surfaces.tsx';
import { policySentences, type NameOf } from '../forms/policy-sentences.ts';
import { policyChangesOf, type PolicyChange } from '../forms/typed-policy.ts';
import type { ReviewSubject } from '../forms/review-subject.ts';
import { locale, t } from '../i18n.ts';
import { useNamed, WarningsOf } from './policy-words.tsx';
import type { Records } from './records.ts';

/*
 * What follows from a change of policies, before anything else is read of it: in sentences, before and after, and
 * amber unless it is shown that nobody can do more.
 */

export type PolicyConsequenceProps = {
  readonly subject: Pick<ReviewSubject, 'fields' | 'parameters'>;
  readonly records: Pick<Records, 'known' | 'load'>;
  /** Called with whether it lets anyone do anything alone, once that is known. */
  readonly onRead?: ((allowsAll: boolean) => void) | undefined;
};

/** What is said of changes of policies. */
function readChanges(changes: readonly PolicyChange[], nameOf: NameOf) {
  const says = (policy: PolicyText | null) =>
    policy ? policySentences(policy, nameOf).join(' ') : t('policy.change.nothing');
  const after = changes.flatMap((change) => change.after ?? []);
  return {
    texts: changes.map((change) => ({
      after: says(change.after),
      before: change.before && says(change.before),
    })),
    allowsAll: after.some(allowsEverything),
    isWider: changes.some((change) => !isShownNotToWiden(change.before, change.after)),
    after,
  };
}

/** What follows from a change of policies. */
export function PolicyConsequence({ subject, records, onRead }: PolicyConsequenceProps) {
  const { fields, parameters } = subject;
  const known = records.known.value;
  const read = useNamed(
    records,
    (nameOf) => {
      const changes = policyChangesOf(fields, parameters, known);
      return changes && readChanges(changes, nameOf);
    },
    [fields, parameters, locale.value],
  );
  useEffect(() => void records.load('policy'), [records]);
  useEffect(() => {
    if (read) onRead?.(read.allowsAll);
  }, [read]);
  if (!read) return null;
  return (
    <>
      {read.texts.map((texts, at) => (
        <Consequence key={String(at)} {...texts} />
      ))}
      <Banner
        live={false}
        tone={read.isWider ? 'warn' : 'info'}
        title={t(read.isWider ? 'policy.change.wider' : 'policy.change.notWider')}
      />
      <WarningsOf policies={read.after} records={records} />
    </>
  );
}

/** What a policy will say, and what it says today; null for a new one. */
function Consequence({
  after,
  before,
}: {
  readonly after: string;
  readonly before: string | null;
}) {
  if (before === null) return <p class="summary">{after}</p>;
  return (
    <>
      <p class="summary">
        <span class="tag">{t('popup.review.then')}</span> {after}
      </p>
      <p class="muted">
        <span class="tag">{t('popup.review.now')}</span> {before}
      </p>
    </>
  );
}
