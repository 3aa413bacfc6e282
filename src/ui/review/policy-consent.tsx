import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import type { ReviewSubject } from '../forms/review-subject.ts';
import { PolicyConsequence } from '../records/lazy-policy.ts';
import type { Records } from '../records/records.ts';

/** What changes policies. */
export type PolicyContent = Pick<ReviewSubject, 'fields' | 'parameters'>;

/** What must be ticked before it can be approved: that anyone can do anything. */
export type Consent = {
  /** Undefined while it isn't known: until then nothing is approved. */
  readonly isNeeded: boolean | undefined;
  readonly isGiven: boolean;
  readonly need: (isNeeded: boolean) => void;
  readonly give: (isGiven: boolean) => void;
};

export function useConsent(isAsked: boolean): Consent {
  const [isNeeded, need] = useState<boolean | undefined>(isAsked ? undefined : false);
  const [isGiven, give] = useState(false);
  return { isNeeded, isGiven, need, give };
}

export const isHeldBack = ({ isNeeded, isGiven }: Consent): boolean =>
  isNeeded !== false && !(isNeeded && isGiven);

/** What follows from a change of policies, with the tick where it lets anyone do anything. */
export function PolicyConsent(props: {
  readonly subject: PolicyContent;
  readonly records: Records;
  readonly consent: Consent;
}) {
  const { subject, records, consent } = props;
  return (
    <>
      <PolicyConsequence subject={subject} records={records} onRead={consent.need} />
      {consent.isNeeded && (
        <label class="choice">
          <input
            type="checkbox"
            checked={consent.isGiven}
            onChange={(event) => consent.give(event.currentTarget.checked)}
          />
          <span class="choice-text">{t('policy.change.all')}</span>
        </label>
      )}
    </>
  );
}
