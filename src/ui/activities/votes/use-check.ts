import type { Client } from '../../../client/client.ts';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { CheckedActivity } from '../../../protocol/vote-verdict.ts';
import { useReading } from '../../components/use-reading.ts';

/** What Keystamp's background found when it read an activity itself and checked it. */
export type ActivityCheckState = {
  /** Undefined until it has. */
  readonly checked: CheckedActivity | undefined;
  readonly error: KeystampError | undefined;
  readonly retry: () => void;
};

/** Checks an activity, by its id or the fingerprint that a vote names, and again when `shown` changes. */
export function useCheck(
  client: Client,
  profileId: string | undefined,
  name: { readonly id: string } | { readonly fingerprint: string },
  shown = '',
): ActivityCheckState {
  const { value: checked, ...state } = useReading(
    () =>
      profileId === undefined ? undefined : client.call('activities_check', { profileId, ...name }),
    [JSON.stringify(name), shown, profileId],
  );
  return { checked, ...state };
}
