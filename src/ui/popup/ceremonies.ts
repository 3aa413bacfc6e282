import { useEffect, useState } from 'preact/hooks';
import type { CeremonyView } from '../../protocol/ceremony.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { toKeystampError } from '../components/errors.ts';
import { useStore } from './context.ts';
import { titleText } from './names.ts';

/** What a request for a passkey is called in lists. */
export function ceremonyTitle({ kind, operation }: CeremonyView): string {
  return kind === 'look' ? t('popup.look.title') : titleText(operation);
}

/** The requests that wait for a passkey, asked for anew whenever their number changes. */
export function useCeremonies() {
  const store = useStore();
  const [list, setList] = useState<readonly CeremonyView[] | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const count = store.snapshot.value?.state.ceremonies;
  useEffect(() => {
    let isStopped = false;
    const take = (found: readonly CeremonyView[]) => {
      if (isStopped) return;
      setList(found);
      setError(undefined);
    };
    const failed = (cause: unknown) => !isStopped && setError(toKeystampError(cause));
    void store.effects.client.call('ceremonies_list', {}).then(take, failed);
    return () => {
      isStopped = true;
    };
  }, [count]);
  return { list, error, take: setList };
}
