import type * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import { QUORUM_QUERIES } from '../../protocol/operations.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { organization } from '../../protocol/service-records.ts';
import { Banner } from '../components/surfaces.tsx';
import { t } from '../i18n.ts';
import { useLatest } from '../components/use-reading.ts';
import { useStore } from './store.ts';

type Organization = v.InferOutput<typeof organization>;

/** Features of an organization by which its users get in without a key: by an email, a code, or an account elsewhere. */
const OTHER_WAY_IN = /EMAIL|OTP|SMS|OAUTH/;

/**
 * Whether what the service lists shows that one API key is all that acts as root: one root user, one
 * credential, and it is this key. Anything that isn't listed as expected counts as another way.
 * @param publicKey of the profile's key, in hex
 */
export function isSoleRoot(
  { rootQuorum, users, features }: Pick<Organization, 'rootQuorum' | 'users' | 'features'>,
  publicKey: string,
): boolean {
  const [rootId, ...otherRoots] = rootQuorum?.userIds ?? [];
  const root = users.find(({ userId }) => userId === rootId);
  if (!root || otherRoots.length > 0 || root.authenticators.length > 0) return false;
  if (features.some(({ name = '' }) => OTHER_WAY_IN.test(name))) return false;
  const [own, ...otherKeys] = root.apiKeys;
  return otherKeys.length === 0 && own?.credential.publicKey.toLowerCase() === publicKey;
}

async function readIsSoleRoot(client: Client, { id, keyId }: Profile): Promise<boolean> {
  const { name: operation, result } = QUORUM_QUERIES.organization;
  const [keys, answer] = await Promise.all([
    client.call('keys_list', {}),
    client.call('query', { profileId: id, operation, parameters: {} }),
  ]);
  const own = keys.find((key) => key.id === keyId);
  const { organizationData } = parseOrThrow(result, answer, '', 'service_malformed');
  return own !== undefined && isSoleRoot(organizationData, own.publicKey.toLowerCase());
}

/**
 * Whether the key of this profile is all that acts as root, as the service says now; false until then.
 * @param mayBe what is known already: without it nothing is read
 */
export function useIsSoleRoot(
  client: Client,
  profile: Profile | undefined,
  mayBe: boolean,
): boolean {
  const isRead = mayBe && profile !== undefined && !profile.passkeys;
  // A warning: whatever is wrong with the service shows elsewhere.
  const isSole = useLatest(
    () => (isRead ? readIsSoleRoot(client, profile) : undefined),
    [profile?.id, profile?.keyId, isRead],
  );
  return isSole ?? false;
}

/** What the loss of this browser would mean, and the ways out; nothing where somebody else could act. */
export function SoleRootNotice() {
  const { effects, profile } = useStore();
  return useIsSoleRoot(effects.client, profile.value, true) ? <SoleRootBanner saysWays /> : null;
}

/** `saysWays`: the ways out don’t stand below it. */
export function SoleRootBanner({ saysWays = false }: { readonly saysWays?: boolean }) {
  return (
    <Banner tone="warn" live={false} title={t('object.soleRoot')}>
      <p>{t('object.soleRootWhat')}</p>
      {saysWays && <p>{t('object.soleRootDo')}</p>}
    </Banner>
  );
}
