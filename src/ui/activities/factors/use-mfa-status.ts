import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../../protocol/errors.ts';
import { FACTORS } from '../../../protocol/operations.ts';
import { parse, parseOrThrow } from '../../../protocol/parse.ts';
import {
  user as userSchema,
  type MfaStatus,
  type UserRecord,
} from '../../../protocol/service-records.ts';
import { toReadError } from '../../components/errors.ts';
import { createQuery } from '../../records/records.ts';
import { useStore } from '../../page/store.ts';
import { useList } from '../../records/object-state.ts';

/** What an activity demands of everyone who asked for it or approved it, as the service says. */
export type MfaReading = {
  /** Undefined until it is read. */
  readonly statuses: readonly MfaStatus[] | undefined;
  readonly error: KeystampError | undefined;
  readonly retry: () => void;
};

/** Reads it while `status` says that something is missing. */
export function useMfaStatus(activityId: string, status: string): MfaReading {
  const { effects, profile } = useStore();
  const profileId = profile.value?.id ?? '';
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<Omit<MfaReading, 'retry'>>({
    statuses: undefined,
    error: undefined,
  });
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Omit<MfaReading, 'retry'>) => isCurrent && setRead(next);
    const query = createQuery(effects.client, profileId);
    void query(FACTORS.status.name, { activityId })
      .then((answer) => parseOrThrow(FACTORS.status.result, answer, '', 'service_malformed'))
      .then(
        ({ mfaStatuses }) => show({ statuses: mfaStatuses, error: undefined }),
        (error: unknown) => show({ statuses: undefined, error: toReadError(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [activityId, status, profileId, attempt]);
  return { ...read, retry: () => setAttempt(attempt + 1) };
}

/** A user's record from the list, once it is read. */
export function useUserRecord(userId: string | undefined): UserRecord | undefined {
  const { items } = useList('user');
  const parsed = parse(userSchema, items?.get(userId ?? '')?.record);
  return parsed.ok ? parsed.value : undefined;
}

/** The public key of the profile's API key, once it is known. */
export function useOwnPublicKey(): string | undefined {
  const { effects, profile } = useStore();
  const keyId = profile.value?.keyId ?? null;
  const [publicKey, setPublicKey] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (keyId === null) return setPublicKey(undefined);
    void effects.client.call('keys_list', {}).then(
      (keys) => setPublicKey(keys.find(({ id }) => id === keyId)?.publicKey),
      () => undefined,
    );
  }, [keyId]);
  return publicKey;
}
