import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../client/client.ts';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { CheckedActivity } from '../../../protocol/vote-verdict.ts';
import { toReadError } from '../../components/errors.ts';

/** What Keystamp's background found when it read an activity itself and checked it. */
export type ActivityCheckState = {
  /** Undefined until it has. */
  readonly checked: CheckedActivity | undefined;
  readonly error: KeystampError | undefined;
  readonly retry: () => void;
};

const NOTHING = { checked: undefined, error: undefined } as const;

/** Checks an activity, by its id or the fingerprint that a vote names, and again when `shown` changes. */
export function useCheck(
  client: Client,
  profileId: string | undefined,
  name: { readonly id: string } | { readonly fingerprint: string },
  shown = '',
): ActivityCheckState {
  const [state, setState] = useState<Omit<ActivityCheckState, 'retry'>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (profileId === undefined) return undefined;
    let isCurrent = true;
    setState(NOTHING);
    const show = (next: typeof state) => isCurrent && setState(next);
    void client.call('activities_check', { profileId, ...name }).then(
      (checked) => show({ checked, error: undefined }),
      (error: unknown) => show({ checked: undefined, error: toReadError(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [JSON.stringify(name), shown, profileId, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
