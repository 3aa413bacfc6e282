import type { Client } from '../../messaging/client.ts';
import type { Row } from '../../protocol/operation.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Banner } from '../kit/surfaces.tsx';
import { Facts } from '../kit/values.tsx';
import { ContractPreview } from '../forms/contract-preview.tsx';
import { Sentence, Value } from '../forms/parts.tsx';
import type { Records } from '../forms/records.ts';
import { Affected, Changes, Signer, Unread } from '../forms/review-parts.tsx';
import { partsOf, summaryOf, variantOf, type Subject } from '../forms/review.ts';
import { labelText, summaryText } from '../forms/words.ts';
import type { Stamping } from '../forms/method.tsx';
import { Bytes, type Exact } from './bytes.tsx';
import { choiceFields, sealedFields, sentContracts } from './sealed.ts';

type Props = {
  readonly client: Client;
  readonly row: Row;
  readonly profile: Profile;
  /** Said before the sentence. */
  readonly lead: string;
  /** A web page made it: what it has encrypted is worth a warning. */
  readonly ofPage?: boolean;
  readonly exact: Exact;
  readonly stamping: Stamping;
  readonly records: Records;
  readonly subject: Subject;
};

/** What will happen, in one sentence. */
export function Summary({ row, subject }: Pick<Props, 'row' | 'subject'>) {
  const template = summaryText(row, variantOf(row, subject.parameters));
  return <Sentence parts={summaryOf(template, subject)} />;
}

/** What nobody can see, said plainly, with all that is said of it. */
function Sealed({ row, subject }: Pick<Props, 'row' | 'subject'>) {
  const { fields, parameters, known } = subject;
  const facts = choiceFields(fields, parameters).flatMap((name) => {
    const control = fields[name]?.control;
    if (!control) return [];
    const parts = partsOf(control, parameters[name], known);
    const label = labelText(row, name);
    return [[label, <Value key={name} parts={parts} label={label} />] as const];
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
              <Facts rows={facts} />
            </>
          )}
        </Banner>
      ))}
    </>
  );
}

function Contracts({ row, subject }: Pick<Props, 'row' | 'subject'>) {
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

/** All of a request: the sentence, who else is changed, every parameter, who stamps, the bytes. */
export function Content(props: Props) {
  const { client, row, profile, lead, ofPage, exact, stamping, records, subject } = props;
  return (
    <>
      <div class="asks">
        <p class="muted">{lead}</p>
        <p class="summary">
          <Summary row={row} subject={subject} />
        </p>
      </div>
      {row.risk === 'high' && <p class="note">{t('confirm.high')}</p>}
      {ofPage && <Sealed row={row} subject={subject} />}
      <Affected row={row} parameters={subject.parameters} records={records} />
      <Changes row={row} subject={subject} />
      <Unread records={records} />
      <Contracts row={row} subject={subject} />
      <Signer client={client} profile={profile} {...stamping} />
      <Bytes exact={exact} />
    </>
  );
}
