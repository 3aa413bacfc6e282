import { useEffect, useRef, useState } from 'preact/hooks';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { TextInput } from '../../kit/inputs.tsx';
import { EmptyState, Skeleton } from '../../kit/states.tsx';
import { Mark } from '../../kit/surfaces.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Refusal } from '../refusal.tsx';
import { hashOf } from '../route.ts';
import { Section } from '../section.tsx';
import { useAppState, useStore } from '../store.ts';
import { listPrivateKeys, matchingKeys, type PrivateKey } from './listing.ts';
import { KeyRow } from './key-row.tsx';

/** Rows drawn at once; the filter finds the rest. */
const SHOWN = 100;

/** The keys of the active profile, asked for when the page opens and on demand. */
function useKeys(profile: Profile | undefined) {
  const { client } = useStore().effects;
  const [keys, setKeys] = useState<readonly PrivateKey[] | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const asked = useRef(0);
  const id = profile?.id;
  const load = async (): Promise<void> => {
    if (id === undefined) return;
    const own = ++asked.current;
    setError(null);
    try {
      const next = await listPrivateKeys(client, id);
      if (own === asked.current) setKeys(next);
    } catch (cause) {
      if (own === asked.current) setError(toWire(cause));
    }
  };
  useEffect(() => {
    setKeys(null);
    void load();
  }, [id]);
  return { keys, error, load: () => void load() };
}

/** What the service holds, and whether its addresses can be true. */
export function PrivateKeysSection({ id }: { readonly id?: string | undefined }) {
  const { profiles, activeProfileId } = useAppState();
  const profile = profiles.find((one) => one.id === activeProfileId);
  const { keys, error, load } = useKeys(profile);
  return (
    <Section
      title={t('options.section.private-keys')}
      action={
        <span class="cluster">
          <Button small icon="refresh" onClick={load}>
            {t('import.keys.refresh')}
          </Button>
          <ImportLink />
        </span>
      }
    >
      <p class="muted">{t('import.keys.what')}</p>
      {profile && (
        <p class="cluster">
          <Mark colour={profile.colour} />
          <VisibleText text={profile.name} />
        </p>
      )}
      {error && (
        <Refusal
          error={error}
          local={profile?.service === 'local'}
          {...(profile && { look: { profile, onLooked: load } })}
          action={<Button onClick={load}>{t('kit.retry')}</Button>}
        />
      )}
      {!keys && !error && <Skeleton rows={4} />}
      {keys?.length === 0 && (
        <EmptyState icon="key" title={t('import.keys.none')} action={<ImportLink />}>
          {t('import.keys.noneWhat')}
        </EmptyState>
      )}
      {keys && keys.length > 0 && <Rows keys={keys} id={id} />}
    </Section>
  );
}

function Rows(props: { readonly keys: readonly PrivateKey[]; readonly id: string | undefined }) {
  const { keys, id } = props;
  const [filter, setFilter] = useState(id ?? '');
  const found = matchingKeys(keys, filter);
  return (
    <>
      <TextInput
        type="search"
        value={filter}
        onInput={setFilter}
        placeholder={t('import.keys.filter')}
        aria-label={t('import.keys.filter')}
      />
      <p class="help" role="status">
        {found.length === 0 && t('kit.noMatch', { text: filter })}
        {found.length > SHOWN && t('import.keys.more', { count: found.length - SHOWN })}
      </p>
      {found.length > 0 && (
        <ul class="list entries" aria-label={t('options.section.private-keys')}>
          {found.slice(0, SHOWN).map((one) => (
            <KeyRow key={one.privateKeyId} privateKey={one} open={one.privateKeyId === id} />
          ))}
        </ul>
      )}
    </>
  );
}

function ImportLink() {
  return (
    <a class="button button-primary small" href={hashOf({ at: 'import' })}>
      <Icon name="import" />
      <span>{t('import.keys.import')}</span>
    </a>
  );
}
