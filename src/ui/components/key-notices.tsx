import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client/client.ts';
import { endsSoon } from '../../protocol/api-key.ts';
import type { KeyRotationView } from '../../protocol/key-rotation.ts';
import type { Profile } from '../../protocol/profile.ts';
import { richText, t } from '../i18n.ts';
import { useStore } from '../page/store.ts';
import { useLatest } from './use-reading.ts';
import { Button } from './button.tsx';
import { tickingNow } from './clock.ts';
import { Banner } from './surfaces.tsx';
import { RelativeTime } from './values.tsx';
import * as v from 'valibot';
import { BUILT_IN_QUERIES } from '../../protocol/operations.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import type { ApiKeyRecord } from '../../protocol/service-records.ts';
import { time } from '../../protocol/time.ts';
import { endOf, timeOf } from '../records/record-members.ts';

type Effects = { readonly client: Client; readonly now: () => number };
type Props = {
  readonly effects: Effects;
  readonly profiles: readonly Profile[];
  /** Opens the page that rotates a profile's key. */
  readonly onOpen: (profileId: string) => void;
};

/** The rotations that aren't over; none while they load. */
function useRotations({ client }: Effects): readonly KeyRotationView[] {
  const [rotations, setRotations] = useState<readonly KeyRotationView[]>([]);
  useEffect(() => {
    client.call('rotations_list', {}).then(setRotations, () => undefined);
  }, []);
  return rotations;
}

/** What of profiles' API keys needs the user: a rotation to finish, a key that expires soon. */
export function KeyNotices({ effects, profiles, onOpen }: Props) {
  const rotations = useRotations(effects);
  return (
    <>
      {profiles.map((profile) => {
        const rotation = rotations.find(({ profileId }) => profileId === profile.id);
        if (!rotation) return <EndingKey key={profile.id} {...{ effects, profile, onOpen }} />;
        return (
          <Banner
            key={profile.id}
            tone="warn"
            title={t('app.rotation.unfinished', { key: rotation.newKeyName })}
            action={
              <Button small onClick={() => onOpen(profile.id)}>
                {t('app.rotation.open')}
              </Button>
            }
          />
        );
      })}
    </>
  );
}

function EndingKey(props: Omit<Props, 'profiles'> & { readonly profile: Profile }) {
  const { effects, profile, onOpen } = props;
  const end = useKeyEnd(effects.client, profile, effects.now);
  const now = tickingNow();
  if (!end || !endsSoon(end.endsAt, end.lifeMs, now)) return null;
  const isOver = end.endsAt <= now;
  const values = { profile: profile.name, when: <RelativeTime at={end.endsAt} /> };
  return (
    <Banner
      tone={isOver ? 'danger' : 'warn'}
      title={richText(isOver ? 'app.rotation.ended' : 'app.rotation.ending', values)}
      action={
        !isOver && (
          <Button small onClick={() => onOpen(profile.id)}>
            {t('app.rotation.rotate')}
          </Button>
        )
      }
    >
      {isOver && <p>{t('app.rotation.endedDo')}</p>}
    </Banner>
  );
}

/** When a profile's own API key ends, and how long its whole life is; both in milliseconds. */
type KeyEnd = { readonly endsAt: number; readonly lifeMs: number };

const STORED_NAME = 'own-key-end';
/** The service is asked again after this long: a key's end doesn't change. */
const STORED_MS = 12 * 3_600_000;
const storedEnd = v.object({
  readAt: time,
  end: v.nullable(v.object({ endsAt: time, lifeMs: time })),
});

function keyEndOf(record: ApiKeyRecord): KeyEnd | null {
  const from = timeOf(record, 'createdAt');
  const endsAt = endOf(record);
  return from === undefined || endsAt === undefined ? null : { endsAt, lifeMs: endsAt - from };
}

/** Errors: those of a query. Null for a key that doesn't end, or that the service doesn't list. */
async function readEnd(client: Client, profile: Profile): Promise<KeyEnd | null> {
  const { name: operation, result } = BUILT_IN_QUERIES.apiKeys;
  const userId = profile.known?.userId;
  const [keys, answer] = await Promise.all([
    client.call('keys_list', {}),
    client.call('query', { profileId: profile.id, operation, parameters: { userId } }),
  ]);
  const own = keys.find(({ id }) => id === profile.keyId);
  const { apiKeys } = parseOrThrow(result, answer, '', 'service_malformed');
  const record = apiKeys.find(
    ({ credential }) => credential.publicKey.toLowerCase() === own?.publicKey,
  );
  return record ? keyEndOf(record) : null;
}

/** The same from what was kept, if it is recent. What is kept goes with the profile's key. */
async function findKeyEnd(client: Client, profile: Profile, now: number): Promise<KeyEnd | null> {
  const place = { profileId: profile.id, name: STORED_NAME };
  const stored = v.safeParse(storedEnd, await client.call('records_kept', place));
  if (stored.success && now - stored.output.readAt < STORED_MS) return stored.output.end;
  const end = await readEnd(client, profile);
  await client.call('records_keep', { ...place, value: { readAt: now, end } });
  return end;
}

/** When the profile's API key ends; null while that isn't known, and for one that doesn't. */
function useKeyEnd(client: Client, profile: Profile | undefined, now: () => number): KeyEnd | null {
  const keyId = profile?.keyId ?? null;
  // A hint: whatever is wrong with the service shows elsewhere.
  const end = useLatest(
    () => (profile?.known && keyId !== null ? findKeyEnd(client, profile, now()) : undefined),
    [profile?.id, keyId, profile?.known?.userId],
  );
  return end ?? null;
}

/** What of the active profile's API key needs the user; the options page does it. */
export function OwnKeyNotices() {
  const { effects, go, profile } = useStore();
  const active = profile.value;
  if (!active) return null;
  return (
    <KeyNotices
      key={active.id}
      effects={effects}
      profiles={[active]}
      onOpen={(id) => go({ screen: 'rotate', id })}
    />
  );
}
