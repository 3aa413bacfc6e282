import type { ComponentChildren } from 'preact';
import type { Client } from '../../client/client.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { PendingRequestDetails } from '../../protocol/pending-request.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { ContractPreview } from '../forms/contract-preview.tsx';
import type { AddressOwners } from '../forms/address-owners.tsx';
import { InterfaceChangesNotice } from '../forms/interface-changes.tsx';
import { Sentence, Value } from '../forms/parts.tsx';
import { PredictionLine } from '../forms/prediction-line.tsx';
import type { Records } from '../records/records.ts';
import { Affected, Changes, Signer, UnreadableNotice } from '../forms/review-parts.tsx';
import { partsOf, summaryOf, variantOf, type ReviewSubject } from '../forms/review.ts';
import { visibleText } from '../forms/visible.ts';
import { labelText, summaryText } from '../forms/words.ts';
import type { StampMethodState } from '../forms/stamp-method.tsx';
import { ExactBytes } from './exact-bytes.tsx';
import { choiceFields, sealedFields, sentContracts } from './sealed-parameters.ts';

type Props = {
  readonly client: Client;
  readonly now: () => number;
  readonly row: Row;
  readonly profile: Profile;
  /** Said before the sentence. */
  readonly lead: string;
  /** A web page made it: what it has encrypted is worth a warning. */
  readonly isFromPage?: boolean;
  readonly details: PendingRequestDetails;
  readonly stamping: StampMethodState;
  readonly records: Records;
  readonly subject: ReviewSubject;
  readonly owners: AddressOwners;
  /** After the sentence: for what the site leaves to the user, or what a vote is on. */
  readonly pickers?: ComponentChildren;
};

/** What will happen, in one sentence. */
export function Summary({ row, subject, owners }: Pick<Props, 'row' | 'subject' | 'owners'>) {
  const template = summaryText(row, variantOf(row, subject.parameters));
  return <Sentence parts={summaryOf(template, subject)} owners={owners} />;
}

/** What nobody can see, said plainly, with all that is said of it. */
function SealedWarnings({ row, subject }: Pick<Props, 'row' | 'subject'>) {
  const { fields, parameters, known } = subject;
  const facts = choiceFields(fields, parameters).flatMap((name) => {
    const control = fields[name]?.control;
    if (!control) return [];
    const parts = partsOf(control, parameters[name], known);
    const value = <Value key={name} row={row} path={name} parts={parts} />;
    return [[labelText(row, name), value] as const];
  });
  return (
    <>
      {sealedFields(fields, parameters).map((name) => (
        <Banner
          key={name}
          tone="warn"
          live={false}
          title={t('confirm.sealed', { label: labelText(row, name) })}
        >
          <p>{t('confirm.sealedText')}</p>
          {facts.length > 0 && (
            <>
              <p>{t('confirm.sealedFacts')}</p>
              <DescriptionList rows={facts} />
            </>
          )}
        </Banner>
      ))}
    </>
  );
}

function ContractPreviews({ row, subject }: Pick<Props, 'row' | 'subject'>) {
  return (
    <>
      {sentContracts(subject.fields, subject.parameters).map(({ name, text, type }) => {
        const title = t('confirm.contract', { label: labelText(row, name) });
        return (
          <section class="section" key={name} aria-label={title}>
            <h2>{title}</h2>
            <ContractPreview text={text} type={type} />
          </section>
        );
      })}
    </>
  );
}

/** Who signs and the exact bytes, folded away unless there is something to choose or to fix. */
function Technical({ client, profile, details, stamping }: Props) {
  const { choice, method, onMethod } = stamping;
  const isChoice = method === undefined || (choice.methods.length > 1 && onMethod !== undefined);
  const organization = visibleText(profile.known?.organizationName || profile.organizationId);
  return (
    <details class="more technical" open={isChoice}>
      <summary>
        {t('confirm.signedBy', { profile: visibleText(profile.name), organization })}
      </summary>
      <Signer client={client} profile={profile} {...stamping} />
      {details.digest !== null && <ExactBytes exactBody={details} />}
    </details>
  );
}

/** All of a request: the sentence, who else is changed, every parameter, who stamps, the bytes. */
export function RequestDetails(props: Props) {
  const { row, lead, isFromPage, records, subject, owners } = props;
  const { client, now, profile, details, stamping } = props;
  return (
    <>
      <div class="asks">
        <p class="muted">{lead}</p>
        <h2 class="summary">
          <Summary {...{ row, subject, owners }} />
        </h2>
      </div>
      {props.pickers}
      {row.risk === 'high' && <p class="note">{t('confirm.high')}</p>}
      <PredictionLine
        {...{ client, now, row, profile }}
        type={details.type}
        parameters={subject.parameters}
        method={stamping.method}
      />
      {isFromPage && <SealedWarnings row={row} subject={subject} />}
      <Affected row={row} parameters={subject.parameters} records={records} />
      <Changes row={row} subject={subject} owners={owners} />
      <InterfaceChangesNotice
        fields={subject.fields}
        parameters={subject.parameters}
        records={records}
      />
      <UnreadableNotice records={records} />
      <ContractPreviews row={row} subject={subject} />
      <Technical {...props} />
    </>
  );
}
