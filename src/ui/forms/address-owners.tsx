import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnerSearch } from '../../client/address-owner.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { receivingFields, UUID, type Fields } from '../../protocol/fields.ts';
import { isolate, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Badge } from '../components/surfaces.tsx';
import { ReadProblem } from './read-problem.tsx';
import type { Records } from '../records/records.ts';
import { visibleText } from './visible.ts';
import type { Values } from '../../protocol/parse.ts';

/** What a request's addresses are to the organization. */
export type AddressOwners = {
  /** By field, as far as it is known. */
  readonly found: Readonly<Record<string, OwnerSearch>>;
  /** Goes on with a search that paused. */
  readonly more: (name: string) => void;
  /** Begins again. */
  readonly retry: () => void;
};

function addressesIn(fields: Fields, parameters: Values): readonly (readonly [string, string])[] {
  const signers = Object.entries(fields).filter(([, { namesSigner }]) => namesSigner);
  return [...receivingFields(fields), ...signers].flatMap(([name]) => {
    const text = parameters[name];
    const isAddress = typeof text === 'string' && text !== '' && !UUID.test(text);
    return isAddress ? [[name, text] as const] : [];
  });
}

/** {@link useOwners} of each address among the parameters. */
export function useAddressOwners(
  records: Pick<Records, 'findOwner'>,
  fields: Fields,
  parameters: Values,
): AddressOwners {
  return useOwners(records, addressesIn(fields, parameters));
}

/** Looks for the owner of each address, by a name, as long as it is shown. */
export function useOwners(
  records: Pick<Records, 'findOwner'>,
  addresses: readonly (readonly [name: string, address: string])[],
): AddressOwners {
  const [found, setFound] = useState<AddressOwners['found']>({});
  const [round, setRound] = useState(0);
  const advance = useRef<(name: string) => void>(() => undefined);
  useEffect(() => {
    let isStopped = false;
    const show = (name: string, search: OwnerSearch) =>
      setFound((before) => ({ ...before, [name]: search }));
    const searches = new Map(addresses.map(([name, text]) => [name, records.findOwner(text)]));
    const run = async (name: string): Promise<void> => {
      for (let kind; kind !== 'paused';) {
        const next = await searches.get(name)?.next();
        if (isStopped || !next || next.done) return;
        ({ kind } = next.value);
        show(name, next.value);
      }
    };
    advance.current = (name) => {
      // The code for it belongs to the extension: it was updated while the page was open.
      const error = new KeystampError('unknown_call');
      run(name).catch(() => !isStopped && show(name, { kind: 'failed', error }));
    };
    setFound({});
    for (const name of searches.keys()) advance.current(name);
    return () => {
      isStopped = true;
    };
  }, [records.findOwner, JSON.stringify(addresses), round]);
  return {
    found,
    more: (name) => advance.current(name),
    retry: () => setRound((before) => before + 1),
  };
}

/** What is known of all addresses so far, for who has to notice a change. */
export function ownersKey({ found }: AddressOwners): string {
  const names = Object.keys(found).toSorted();
  return JSON.stringify(
    names.map((name) => {
      const search = found[name];
      return search?.kind === 'own' ? [name, search.name, search.account] : [name, search?.kind];
    }),
  );
}

function ownerText(search: Extract<OwnerSearch, { kind: 'own' | 'foreign' }>): string {
  if (search.kind === 'foreign') return t('popup.owner.foreign');
  const names = [search.account, search.name].map(visibleText).filter(Boolean);
  const [only = '', ...others] = names;
  const name = others.length === 0 ? only : names.map((one) => isolate(one)).join(' · ');
  return name === '' ? t('popup.owner.own') : t('popup.owner.ownNamed', { name });
}

/** Whose an address is, once that is known. */
export function OwnerBadge({ search }: { readonly search: OwnerSearch | undefined }) {
  if (search?.kind !== 'own' && search?.kind !== 'foreign') return null;
  return (
    <>
      {' '}
      <Badge tone={search.kind === 'own' ? 'good' : 'warn'}>{ownerText(search)}</Badge>
    </>
  );
}

/** What one address is to the organization: whose it is, or how far that is known. */
export function AddressOwner(props: { readonly name: string; readonly owners: AddressOwners }) {
  const { name, owners } = props;
  const search = owners.found[name];
  switch (search?.kind) {
    case undefined:
      return null;
    case 'own':
    case 'foreign':
      return <OwnerBadge search={search} />;
    case 'searching':
      return (
        <span class="muted small">{t('popup.owner.searching', { count: search.checked })}</span>
      );
    case 'paused':
      return (
        <span class="cluster">
          <span class="muted small">{t('popup.owner.paused', { count: search.checked })}</span>
          <Button small onClick={() => owners.more(name)}>
            {t('popup.owner.more')}
          </Button>
        </span>
      );
    case 'failed':
      return (
        <ReadProblem error={search.error} title={t('popup.owner.failed')} onRetry={owners.retry} />
      );
  }
}
