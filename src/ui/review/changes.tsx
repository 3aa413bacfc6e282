import type { Row } from '../../protocol/operation-row.ts';
import { formatList, findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Banner } from '../components/surfaces.tsx';
import { AddressNotices } from '../forms/address-notices.tsx';
import { AddressOwner, type AddressOwners } from '../forms/address-owners.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { Value } from '../forms/parts.tsx';
import { RECORD_KINDS } from '../kinds.ts';
import type { Records } from '../records/records.ts';
import { affectedBy, rowsOf, type ReviewRow, type ReviewSubject } from '../forms/review-subject.ts';
import { TypedNotes } from '../forms/typed-notes.tsx';
import { visibleText } from '../forms/visible.ts';
import { itemText, labelText } from '../forms/words.ts';
import type { Values } from '../../protocol/parse.ts';

/*
 * What a request changes: every parameter, what stands there now, and who else is concerned.
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
