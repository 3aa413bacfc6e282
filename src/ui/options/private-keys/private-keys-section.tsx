import { useEffect, useRef, useState } from 'preact/hooks';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { TextInput } from '../../components/inputs.tsx';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { ProfileMark } from '../../components/surfaces.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { ServiceRefusal } from '../service-refusal.tsx';
import { hashOf } from '../route.ts';
import { Section } from '../section.tsx';
import { useAppState, useStore } from '../store.ts';
import { listPrivateKeys, filterKeys, type PrivateKey } from './private-key-list.ts';
import { PrivateKeyRow } from './key-row.tsx';

/** The most rows shown at a time; the filter finds the rest. */
const MAX_SHOWN = 100;

/** The active profile's keys, loaded when the page opens and on demand. */
function usePrivateKeys(profile: Profile | undefined) {
  const { client } = useStore().effects;
  const [keys, setKeys] = useState<readonly PrivateKey[] | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const lastCall = useRef(0);
  const id = profile?.id;
  const load = async (): Promise<void> => {
    if (id === undefined) return;
    const ownCall = ++lastCall.current;
    setError(null);
    try {
      const next = await listPrivateKeys(client, id);
      if (ownCall === lastCall.current) setKeys(next);
    } catch (cause) {
      if (ownCall === lastCall.current) setError(toWire(cause));
    }
  };
  useEffect(() => {
    setKeys(null);
    void load();
  }, [id]);
  return { keys, error, load: () => void load() };
}

/** The private keys at the service, and whether their addresses are consistent. */
export function PrivateKeysSection({ id }: { readonly id?: string | undefined }) {
  const { profiles, activeProfileId } = useAppState();
  const profile = profiles.find((candidate) => candidate.id === activeProfileId);
  const { keys, error, load } = usePrivateKeys(profile);
  return (
    <Section
      title={t('kit.section.private-keys')}
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
          <ProfileMark colour={profile.colour} />
          <VisibleText text={profile.name} />
        </p>
      )}
      {error && (
        <ServiceRefusal
          error={error}
          isLocal={profile?.service === 'local'}
          {...(profile && { readSession: { profile, onOpened: load } })}
          action={<Button onClick={load}>{t('kit.retry')}</Button>}
        />
      )}
      {!keys && !error && <Skeleton rows={4} />}
      {keys?.length === 0 && (
        <EmptyState icon="key" title={t('import.keys.none')} action={<ImportLink />}>
          {t('import.keys.noneWhat')}
        </EmptyState>
      )}
      {keys && keys.length > 0 && <KeyRows keys={keys} id={id} />}
    </Section>
  );
}

function KeyRows(props: { readonly keys: readonly PrivateKey[]; readonly id: string | undefined }) {
  const { keys, id } = props;
  const [filter, setFilter] = useState(id ?? '');
  const matches = filterKeys(keys, filter);
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
        {matches.length === 0 && t('kit.noMatch', { text: filter })}
        {matches.length > MAX_SHOWN && t('import.keys.more', { count: matches.length - MAX_SHOWN })}
      </p>
      {matches.length > 0 && (
        <ul class="list entries" aria-label={t('kit.section.private-keys')}>
          {matches.slice(0, MAX_SHOWN).map((privateKey) => (
            <PrivateKeyRow
              key={privateKey.privateKeyId}
              privateKey={privateKey}
              open={privateKey.privateKeyId === id}
            />
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
