import type { Client } from '../../client/client.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { Profile } from '../../protocol/profile.ts';
import { formatList, findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Banner, ProfileMark } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { AddressNotices } from './address-notices.tsx';
import { AddressOwner, type AddressOwners } from './address-owners.tsx';
import { ReadProblem } from './read-problem.tsx';
import { StampMethodSection, type StampMethodState } from './stamp-method.tsx';
import { Value } from './parts.tsx';
import { RECORD_KINDS } from '../kinds.ts';
import type { Records } from '../records/records.ts';
import { affectedBy, rowsOf, type ReviewRow, type ReviewSubject } from './review.ts';
import { TypedNotes } from './typed-notes.tsx';
import { visibleText } from './visible.ts';
import { VisibleText } from './visible-text.tsx';
import { itemText, labelText } from './words.ts';
import type { Values } from '../../protocol/parse.ts';

/*
 * What a person reads before a stamp, wherever the request came from.
 */

/** Who else is changed by it, by name. */
export function Affected(props: {
  readonly row: Row;
  readonly parameters: Values;
  readonly records: Records;
}) {
  const { row, parameters, records } = props;
  if (row.kind !== 'submit' || !row.affects) return null;
  const { affects } = row;
  // Nothing was picked yet.
  if (!Object.hasOwn(parameters, affects.idsField)) return null;
  const error = records.loadErrors.value[affects.recordKind];
  if (error) {
    return (
      <Banner tone="warn" title={t('popup.review.affectsUnknown')}>
        {error.code !== 'read_session_needed' && (
          <Button small onClick={() => void records.load(affects.recordKind)}>
            {t('app.retry')}
          </Button>
        )}
      </Banner>
    );
  }
  const items = affectedBy(affects, parameters, records.known.value);
  // As high as what comes: a button below it stays where the user aims at.
  if (!items) return <Banner tone="info" title={t('app.loading')} />;
  const names = formatList(items.map((item) => visibleText(item.name) || item.id));
  const sentence =
    items.length === 0
      ? findText(`op.${row.name}.affects.none`)
      : findText(`op.${row.name}.affects.some`, { names, count: items.length });
  return <Banner tone={items.length === 0 ? 'info' : 'warn'} title={sentence} />;
}

/** Says what of the names and present values cannot be read without the passkey, and offers to. */
export function UnreadableNotice({ records }: { readonly records: Records }) {
  const failedSources = RECORD_KINDS.filter(
    (source) => records.loadErrors.value[source]?.code === 'read_session_needed',
  );
  const error = failedSources[0] && records.loadErrors.value[failedSources[0]];
  if (!error) return null;
  const retry = () => {
    for (const source of failedSources) void records.load(source);
  };
  return <ReadProblem error={error} title={t('popup.readSession.names')} onRetry={retry} />;
}

/** A field of a list's record, and which: `User 1: Phone number`. */
function memberOf(row: Row, path: string): string {
  const [list = '', at = '0'] = path.split('.');
  const item = itemText(row, list, Number(at) + 1);
  return t('app.typed.of', { field: t('app.item.member', { item, label: labelText(row, path) }) });
}

/** One parameter, with what stands there now where it replaces something. */
function Change(
  props: ReviewRow & { readonly row: Row; readonly owners: AddressOwners | undefined },
) {
  const { row, name, parts, old, owners, changes = {} } = props;
  const label = labelText(row, name);
  const now = t('popup.review.now');
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {old && (
          <div class="old">
            <span class="tag">{now}</span>
            <Value row={row} path={name} parts={old} label={`${label} (${now})`} />
          </div>
        )}
        <div class={old ? 'new' : undefined}>
          {old && <span class="tag">{t('popup.review.then')}</span>}
          <Value row={row} path={name} parts={parts} />
        </div>
        {Object.entries(changes).map(([path, made]) => (
          <div key={path} class="help">
            {path !== name && <>{memberOf(row, path)} </>}
            <TypedNotes changes={made} />
          </div>
        ))}
        {owners && <AddressOwner name={name} owners={owners} />}
      </td>
    </tr>
  );
}

/** Every parameter that is sent, after what has to be said of the addresses among them. */
export function Changes(props: {
  readonly row: Row;
  readonly subject: ReviewSubject;
  readonly owners?: AddressOwners | undefined;
}) {
  const { row, subject, owners } = props;
  const rows = rowsOf(subject);
  if (rows.length === 0) return null;
  return (
    <>
      <AddressNotices row={row} fields={subject.fields} parameters={subject.parameters} />
      <table class="table review-table">
        <caption>{t('popup.review.parameters')}</caption>
        <tbody>
          {rows.map((change) => (
            <Change key={change.name} {...{ row, owners }} {...change} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Which profile and user stamp it, and with what. */
export function Signer(
  props: StampMethodState & { readonly client: Client; readonly profile: Profile },
) {
  const { client, profile, ...stamping } = props;
  const rows: [string, preact.ComponentChildren][] = [
    [
      t('popup.review.profile'),
      <span class="cluster" key="profile">
        <ProfileMark colour={profile.colour} />
        <VisibleText text={profile.name} />
      </span>,
    ],
    [
      t('popup.review.organization'),
      <VisibleText text={profile.known?.organizationName || profile.organizationId} />,
    ],
    [t('popup.review.user'), <VisibleText text={profile.known?.userName ?? '—'} />],
  ];
  return (
    <section class="section" aria-label={t('popup.review.signer')}>
      <header class="section-head">
        <h2>{t('popup.review.signer')}</h2>
      </header>
      <DescriptionList rows={rows} />
      <StampMethodSection client={client} profile={profile} {...stamping} />
      <p class="help">{t('popup.review.stamp')}</p>
    </section>
  );
}
