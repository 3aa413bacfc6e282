// Activities with votes that are really signed, as a service shows them, for screens.
import { randomBytes, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import * as der from '../../../src/crypto/der.ts';
import { fingerprint } from '../../../src/crypto/fingerprint.ts';
import * as p256 from '../../../src/crypto/p256.ts';
import { SCHEME_OF_CURVE } from '../../../src/crypto/schemes.ts';
import { submitBody } from '../../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import type { Activity, Vote } from '../../../src/protocol/service-records.ts';
import { id, profile } from './world.ts';

/** When they were asked for, as the clock of the screens has it. */
export const ASKED_AT = 1e12 - 3_600_000;
const time = (at: number) => ({ seconds: String(Math.floor(at / 1000)), nanos: '0' });

/** A user with a key of their own. */
export type Signer = Awaited<ReturnType<typeof createSigner>>;

export async function createSigner(userName: string, n: number) {
  const pair = await p256.generatePair();
  const signingKey = await p256.importSigningKey(pair.privateKey, pair.publicKey);
  const publicKey = toHex(pair.publicKey);
  const user = {
    userId: id(n),
    userName,
    apiKeys: [
      {
        apiKeyId: id(n + 1000),
        apiKeyName: `${userName}’s laptop`,
        credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' as const },
        createdAt: time(0),
        updatedAt: time(0),
      },
    ],
    authenticators: [],
    userTags: [],
    mfaPolicies: [],
  };
  const sign = async (message: string, activityId: string, at: number): Promise<Vote> => ({
    id: toHex(randomBytes(16)),
    userId: user.userId,
    user,
    activityId,
    selection: 'VOTE_SELECTION_APPROVED',
    message,
    publicKey,
    signature: toHex(der.encode(await p256.sign(signingKey, utf8(message)))),
    scheme: SCHEME_OF_CURVE.P256,
    createdAt: time(at),
  });
  return { user, sign };
}

/** Someone asks to rename a wallet, and others have approved it. */
export async function askedBy(
  asker: Signer,
  n: number,
  others: readonly Signer[] = [],
  walletName = 'Payroll 2027',
): Promise<Activity> {
  const [version] = OPERATIONS.update_wallet.versions;
  const { organizationId } = profile;
  const parameters = { walletId: id(5), walletName };
  const body = submitBody(version, organizationId, ASKED_AT + n, parameters);
  const asked = await fingerprint(body);
  const [approval] = OPERATIONS.approve_activity.versions;
  const votes = [await asker.sign(body, id(n), ASKED_AT)];
  for (const [index, other] of others.entries()) {
    const at = ASKED_AT + 60_000 * (index + 1);
    const message = submitBody(approval, organizationId, at, { fingerprint: asked });
    votes.push(await other.sign(message, id(n), at));
  }
  return {
    id: id(n),
    organizationId,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    type: version.type,
    intent: { [version.intentKey]: parameters },
    result: {},
    votes,
    fingerprint: asked,
    canApprove: true,
    canReject: true,
    createdAt: time(ASKED_AT),
    updatedAt: time(ASKED_AT),
    failure: null,
  };
}
