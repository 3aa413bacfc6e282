import type { StamperKind } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type {
  AuthenticationMethodRecord,
  MfaStatus,
  UserRecord,
} from '../../../protocol/service-records.ts';
import { isSameId } from '../../records/pickable-records.ts';

/*
 * What an activity still demands of a user, step by step (docs/policies.md, Several factors), and which
 * of it this profile can show.
 */

/** One step: any of its methods is enough. */
export type FactorStep = {
  readonly methods: readonly AuthenticationMethodRecord[];
  readonly isShown: boolean;
};

/** What was shown as a type alone doesn't prove a method that asks for one id. */
function isAmong(
  { type, id }: AuthenticationMethodRecord,
  shown: readonly AuthenticationMethodRecord[],
): boolean {
  return shown.some((one) => one.type === type && (id === undefined || isSameId(id, one.id)));
}

/** The steps of all policies that a user must satisfy; those with the same methods once. */
export function stepsOf(statuses: readonly MfaStatus[]): readonly FactorStep[] {
  const steps = statuses.flatMap(({ satisfied, satisfiedMethods, requiredMethods }) =>
    requiredMethods.map(({ any }) => ({
      methods: any,
      isShown: satisfied || any.some((method) => isAmong(method, satisfiedMethods)),
    })),
  );
  return steps.filter(
    ({ methods }, at) =>
      steps.findIndex((one) => JSON.stringify(one.methods) === JSON.stringify(methods)) === at,
  );
}

/** What the profile signs with, as far as it is known. */
export type OwnCredentials = {
  readonly profile: Pick<Profile, 'keyId' | 'passkeys'>;
  /** Public key of the profile's API key, lowercase hex; undefined until it is known. */
  readonly publicKey: string | undefined;
  /** The user's record; undefined until it is known. */
  readonly user: UserRecord | undefined;
};

/** What kind of credential of this profile can show a method; undefined where none can. */
function stamperFor(
  { type, id }: AuthenticationMethodRecord,
  { profile, publicKey, user }: OwnCredentials,
): StamperKind | undefined {
  if (type === 'AUTHENTICATION_TYPE_PASSKEY') {
    if (!profile.passkeys) return undefined;
    const { credentials } = profile.passkeys;
    const wanted = user?.authenticators.find((one) => id && isSameId(id, one.authenticatorId));
    const isOwn =
      id === undefined ||
      credentials.length === 0 ||
      credentials.some((own) => own.id === wanted?.credentialId);
    return isOwn ? 'passkey' : undefined;
  }
  if (type !== 'AUTHENTICATION_TYPE_API_KEY' || profile.keyId === null) return undefined;
  const wanted = user?.apiKeys.find((one) => id && isSameId(id, one.apiKeyId));
  const isOwn =
    id === undefined || (publicKey && isSameId(publicKey, wanted?.credential.publicKey));
  return isOwn ? 'key' : undefined;
}

/** What the profile can sign with to fill a missing step, each kind once. */
export function stampersFor(
  steps: readonly FactorStep[],
  own: OwnCredentials,
): readonly StamperKind[] {
  const kinds = steps
    .filter(({ isShown }) => !isShown)
    .flatMap(({ methods }) => methods.flatMap((method) => stamperFor(method, own) ?? []));
  return [...new Set(kinds)];
}
