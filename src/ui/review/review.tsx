import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import { signsWithKey, type Row } from '../../protocol/operation-row.ts';
import type { PendingRequestDetails, ReadyRequestDetails } from '../../protocol/pending-request.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { profileRow } from '../components/review-rows.tsx';
import { Banner, Section } from '../components/surfaces.tsx';
import { CopyButton, CopyText, DescriptionList } from '../components/values.tsx';
import type { AddressOwners } from '../forms/address-owners.tsx';
import { ContractPreview } from '../forms/contract-preview.tsx';
import { InterfaceChangesNotice } from '../forms/interface-changes.tsx';
import { PredictionLine } from '../forms/prediction-line.tsx';
import { Sentence, Value } from '../forms/parts.tsx';
import { partsOf, summaryOf, variantOf, type ReviewSubject } from '../forms/review-subject.ts';
import { StampMethodSection, type StampMethodState } from '../forms/stamp-method.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { labelText, summaryText } from '../forms/words.ts';
import type { Records } from '../records/records.ts';
import { SignedReview } from './lazy-signing.ts';
import { Affected, Changes, UnreadableNotice } from './changes.tsx';
import { choiceFields, sealedFields, sentContracts } from './sealed-parameters.ts';

/*
 * What a person reads before a stamp: the same in popup, tab and confirm window, wherever the request
 * came from. Each place adds what it alone knows: who asks, what holds it up, the bytes once they are built.
 */

/** What is stamped, by whom and with what. */
export type ReviewContent = {
  readonly client: Client;
  readonly now: () => number;
  readonly row: Row;
  readonly profile: Profile;
  /** The type of its activity; null for a query. */
  readonly type: string | null;
  readonly subject: ReviewSubject;
  readonly records: Records;
  readonly owners: AddressOwners;
  readonly stamping: StampMethodState;
};

/** What will happen, in one sentence. */
export function Summary(
  props: Pick<ReviewContent, 'row' | 'subject'> & { readonly owners?: AddressOwners },
) {
  const { row, subject, owners } = props;
  const template = summaryText(row, variantOf(row, subject.parameters));
  return <Sentence parts={summaryOf(template, subject)} {...(owners && { owners })} />;
}

/** What nobody can see, said plainly, with all that is said of it. */
function SealedWarnings({ row, subject }: Pick<ReviewContent, 'row' | 'subject'>) {
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

function ContractPreviews({ row, subject }: Pick<ReviewContent, 'row' | 'subject'>) {
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

/** Which profile and user stamp it, and with what. */
function SignerSection({ client, profile, stamping }: ReviewContent) {
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    profileRow(profile),
    [
      t('popup.review.organization'),
      <VisibleText text={profile.known?.organizationName || profile.organizationId} />,
    ],
    [t('popup.review.user'), <VisibleText text={profile.known?.userName ?? '—'} />],
  ];
  return (
    <Section title={t('popup.review.signer')}>
      <DescriptionList rows={rows} />
      <StampMethodSection client={client} profile={profile} {...stamping} />
      <p class="help">{t('popup.review.stamp')}</p>
    </Section>
  );
}

/** What will be stamped, to the byte. The body is null where a secret is in it. */
type ExactBody = Pick<ReadyRequestDetails, 'type' | 'body' | 'digest'>;

/** The body as it will be stamped, with its hash; drawn when the user opens it. */
function ExactBytes({ exactBody }: { readonly exactBody: ExactBody }) {
  const [open, setOpen] = useState(false);
  const { body, digest, type } = exactBody;
  const rows: [string, preact.ComponentChildren][] = [
    [
      t('confirm.digest'),
      <CopyText text={digest} mono shorten={false} what={t('confirm.digest')} />,
    ],
  ];
  if (type !== null)
    rows.unshift([t('popup.activity.type'), <span class="mono break">{type}</span>]);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('confirm.bytes')}</summary>
      {open && (
        <div class="bytes">
          {body === null ? (
            <p class="help">{t('confirm.bytesSecret')}</p>
          ) : (
            <BodyText {...exactBody} body={body} />
          )}
          <DescriptionList rows={rows} />
        </div>
      )}
    </details>
  );
}

function BodyText({ type, body }: Pick<ExactBody, 'type'> & { readonly body: string }) {
  return (
    <>
      <p class="help">{t(type === null ? 'confirm.bytesRead' : 'confirm.bytesText')}</p>
      <div class="long-text mono" tabIndex={0} role="region" aria-label={t('confirm.body')}>
        <VisibleText text={body} layout="lines" />
      </div>
      <p class="copy-whole">
        {t('confirm.copyBody')} <CopyButton text={body} what={t('confirm.body')} />
      </p>
    </>
  );
}

/** The exact bytes with who signs them, folded away unless there is something to choose or to fix. */
function ReviewTechnicalDetails(
  props: ReviewContent & { readonly details: PendingRequestDetails },
) {
  const { profile, stamping, details } = props;
  const { choice, method, onMethod } = stamping;
  const isChoice = method === undefined || (choice.methods.length > 1 && onMethod !== undefined);
  const organization = visibleText(profile.known?.organizationName || profile.organizationId);
  return (
    <details class="more technical" open={isChoice}>
      <summary>
        {t('confirm.signedBy', { profile: visibleText(profile.name), organization })}
      </summary>
      <SignerSection {...props} />
      {details.digest !== null && <ExactBytes exactBody={details} />}
    </details>
  );
}

/** All of a request: the sentence, who else is changed, every parameter, who stamps, the bytes. */
export function Review(
  props: ReviewContent & {
    /** Said before the sentence. */
    readonly lead?: string;
    /** In place of the sentence, where more than one request goes out. */
    readonly summary?: ComponentChildren;
    /** Before the sentence: what follows from it for everybody. */
    readonly consequence?: ComponentChildren;
    /** After the sentence: what the site leaves to the user, or what a vote is on. */
    readonly about?: ComponentChildren;
    /** What happened to it, or holds it up. */
    readonly notices?: ComponentChildren;
    /** A web page made it: what it has encrypted is worth a warning. */
    readonly isFromPage?: boolean;
    /** What the values were read from. */
    readonly source?: ComponentChildren;
    /** The request as the worker built it; before that, nothing is folded away. */
    readonly details?: PendingRequestDetails;
  },
) {
  const { client, now, row, profile, type, subject, records, owners, stamping, lead, details } =
    props;
  const { fields, parameters } = subject;
  const summary = <Summary {...{ row, subject, owners }} />;
  return (
    <>
      {lead === undefined ? (
        <>
          {props.consequence}
          {props.summary ?? <p class={props.consequence ? 'muted' : 'summary'}>{summary}</p>}
        </>
      ) : (
        <div class="asks">
          <p class="muted">{lead}</p>
          <h2 class="summary">{summary}</h2>
        </div>
      )}
      {props.about}
      {signsWithKey(row) && <SignedReview parameters={parameters} records={records} />}
      {row.risk === 'high' && <p class="note">{t('popup.review.high')}</p>}
      <PredictionLine
        {...{ client, now, row, profile, type, parameters }}
        method={stamping.method}
      />
      {props.notices}
      {props.isFromPage && <SealedWarnings row={row} subject={subject} />}
      <Affected {...{ row, parameters, records }} />
      <Changes {...{ row, subject, owners }} />
      {props.source}
      <InterfaceChangesNotice {...{ fields, parameters, records }} />
      <UnreadableNotice records={records} />
      <ContractPreviews row={row} subject={subject} />
      {details ? (
        <ReviewTechnicalDetails {...props} details={details} />
      ) : (
        <SignerSection {...props} />
      )}
    </>
  );
}
