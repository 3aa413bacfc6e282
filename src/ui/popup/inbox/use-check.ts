import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { Activity } from '../../../protocol/service-records.ts';
import type { CheckedActivity } from '../../../protocol/vote-verdict.ts';
import { toReadError } from '../../components/errors.ts';
import { useStore } from '../context.ts';

/** What Keystamp's background found when it read an activity itself and checked it. */
export type ActivityCheckState = {
  /** Undefined until it has. */
  readonly checked: CheckedActivity | undefined;
  readonly error: KeystampError | undefined;
  readonly retry: () => void;
};

/** Checks the activity of an id, and again whenever the service shows it differently. */
export function useCheck(id: string, activity: Activity): ActivityCheckState {
  const { effects, profile } = useStore();
  const [state, setState] = useState<Omit<ActivityCheckState, 'retry'>>({
    checked: undefined,
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const shown = JSON.stringify(activity);
  const profileId = profile.value?.id;
  useEffect(() => {
    if (profileId === undefined) return undefined;
    let isCurrent = true;
    setState({ checked: undefined, error: undefined });
    const show = (next: typeof state) => isCurrent && setState(next);
    void effects.client.call('activities_check', { profileId, id }).then(
      (checked) => show({ checked, error: undefined }),
      (error: unknown) => show({ checked: undefined, error: toReadError(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, shown, profileId, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
