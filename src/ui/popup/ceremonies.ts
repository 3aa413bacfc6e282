import { useEffect, useState } from 'preact/hooks';
import type { CeremonyView } from '../../protocol/ceremony.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { asKeystampError } from '../kit/errors.ts';
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
    let stopped = false;
    const take = (found: readonly CeremonyView[]) => {
      if (stopped) return;
      setList(found);
      setError(undefined);
    };
    const failed = (cause: unknown) => !stopped && setError(asKeystampError(cause));
    void store.effects.client.call('ceremonies_list', {}).then(take, failed);
    return () => {
      stopped = true;
    };
  }, [count]);
  return { list, error, take: setList };
}
