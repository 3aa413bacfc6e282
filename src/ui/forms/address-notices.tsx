import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AddressFinding } from '../../client/address-findings.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { addressFields, type Fields } from '../../protocol/fields.ts';
import type { Row } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { addressRefusalText, labelText } from './words.ts';
import type { Values } from '../../protocol/parse.ts';

/** What was found out about the addresses of a request. */
type CheckedAddresses = {
  readonly findings: readonly AddressFinding[];
  /** False while the code for it is loading, and if it can't be. */
  readonly isChecked: boolean;
  /** True if one of them can't be used: then nothing may be stamped. */
  readonly isRefused: boolean;
  readonly error: KeystampError | undefined;
};

type FindAddresses = (fields: Fields, values: Values) => readonly AddressFinding[];

const findNone: FindAddresses = () => [];

/** Checks the addresses among the parameters. The chains' hashes load only if there are any. */
export function useCheckedAddresses(fields: Fields, parameters: Values): CheckedAddresses {
  const hasNone = addressFields(fields).length === 0;
  const [loaded, setLoaded] = useState<FindAddresses | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  useEffect(() => {
    if (hasNone) return;
    import('../../client/address-findings.ts').then(
      ({ findAddresses }) => setLoaded(() => findAddresses),
      // The file belongs to the extension: it was updated while the page was open.
      () => setError(new KeystampError('unknown_call')),
    );
  }, [hasNone]);
  const find = hasNone ? findNone : loaded;
  const findings = useMemo(() => find?.(fields, parameters) ?? [], [find, fields, parameters]);
  const isRefused = findings.some(({ rule }) => rule !== undefined);
  return { findings, isChecked: find !== undefined, isRefused, error };
}

/** What keeps an address from being used, or what its text doesn't guard against. */
export function AddressNotices(props: {
  readonly row: Row;
  readonly fields: Fields;
  readonly parameters: Values;
}) {
  const { row, fields, parameters } = props;
  const { findings, error } = useCheckedAddresses(fields, parameters);
  if (error) return <ErrorState error={error} />;
  return (
    <>
      {findings.map((finding) => {
        const { name, rule, hasChecksum } = finding;
        if (rule) {
          return (
            <Banner key={name} tone="danger" title={labelText(row, name)}>
              <p>{addressRefusalText(rule, finding)}</p>
            </Banner>
          );
        }
        return (
          !hasChecksum && (
            <p class="note" key={name}>
              {t('popup.address.unchecked')}
            </p>
          )
        );
      })}
    </>
  );
}
