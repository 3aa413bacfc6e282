import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import type { KeystampError, PolicyEvaluation, WireError } from '../../protocol/errors.ts';
import { findText, t } from '../i18n.ts';
import { readOrganizationRules, type PolicyRecord } from './organization-rules.ts';
import { VisibleText } from './visible-text.tsx';

const outcomeText = (outcome: string): string =>
  findText(`denied.outcome.${outcome}`) ?? t('denied.outcome.other', { outcome });

/** Policies by name, each with what it says of a request. */
export function PolicyList(props: {
  readonly policies: readonly {
    readonly id: string;
    readonly name: string;
    readonly says: string;
  }[];
}) {
  return (
    <ul class="denied-policies">
      {props.policies.map(({ id, name, says }) => (
        <li key={id}>
          <strong>
            <VisibleText text={name || id} />
          </strong>{' '}
          {says}
        </li>
      ))}
    </ul>
  );
}

function Evaluations(props: {
  readonly evaluations: readonly PolicyEvaluation[];
  readonly policies: readonly PolicyRecord[] | undefined;
}) {
  const { evaluations, policies } = props;
  const nameOf = (id: string): string => {
    const found = policies?.find(({ policyId }) => policyId === id);
    if (found) return found.policyName;
    return policies ? t('denied.deleted', { id }) : id;
  };
  return (
    <PolicyList
      policies={evaluations.map(({ policyId: id, outcome }) => ({
        id,
        name: nameOf(id),
        says: outcomeText(outcome),
      }))}
    />
  );
}

/**
 * What each policy said of a request that was refused with 403, by name, and what else may have refused
 * it where no policy did. Nothing for other errors.
 */
export function DeniedPolicies(props: {
  readonly client: Client;
  readonly profileId: string;
  readonly error: KeystampError | WireError;
  readonly now: () => number;
}) {
  const { client, profileId, error, now } = props;
  const { status, policyEvaluations } = error.detail ?? {};
  const hasNames = policyEvaluations !== undefined && policyEvaluations.length > 0;
  const [policies, setPolicies] = useState<readonly PolicyRecord[] | undefined>(undefined);
  useEffect(() => {
    if (!hasNames) return;
    void readOrganizationRules(client, profileId, now()).then((found) =>
      setPolicies(found.policies),
    );
  }, [profileId, hasNames]);
  if (status !== 403) return null;
  return (
    <section class="section" aria-label={t('denied.title')}>
      <h2>{t('denied.title')}</h2>
      {hasNames ? (
        <Evaluations evaluations={policyEvaluations} policies={policies} />
      ) : (
        <p>{t(policyEvaluations ? 'denied.none' : 'denied.other')}</p>
      )}
    </section>
  );
}
