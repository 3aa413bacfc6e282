// Activities with votes that are really signed, as a service shows them, for screens.
import { randomBytes, toHex, utf8 } from '../../../src/crypto/bytes.ts';
import * as der from '../../../src/crypto/der.ts';
import { fingerprint } from '../../../src/crypto/fingerprint.ts';
import * as p256 from '../../../src/crypto/p256.ts';
import { SCHEME_OF_CURVE } from '../../../src/crypto/schemes.ts';
import { submitBody } from '../../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import type { Activity, Vote } from '../../../src/protocol/service-records.ts';
import type { LieKit } from '../../votes/lie-kit.ts';
import { id, profile } from '../page/world.ts';

/** When they were asked for, as the clock of the screens has it. */
const ASKED_AT = 1e12 - 3_600_000;
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

/** Someone asks for something of a type that Keystamp has no form for. */
export async function askedOfType(
  asker: Signer,
  n: number,
  type: string,
  intent: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<Activity> {
  const waiting = await askedBy(asker, n);
  const [parameters] = Object.values(intent);
  const { organizationId } = profile;
  const body = JSON.stringify({ type, timestampMs: String(ASKED_AT), organizationId, parameters });
  const votes = [await asker.sign(body, id(n), ASKED_AT)];
  return { ...waiting, type, intent, votes, fingerprint: await fingerprint(body) };
}

/** What is true, and the keys to lie with. */
export async function createLieKit(carol: Signer, dave: Signer): Promise<LieKit> {
  const stranger = await createSigner('Mallory', 99);
  const signWith =
    ({ sign }: Signer): LieKit['carol'] =>
    async (message) => {
      const { publicKey, signature, scheme } = await sign(message, '', 0);
      return { publicKey, signature, scheme };
    };
  const asked = await askedBy(carol, 72, [], 'Rejected');
  const [version] = OPERATIONS.reject_activity.versions;
  const { fingerprint: target } = asked;
  const message = submitBody(version, profile.organizationId, ASKED_AT, { fingerprint: target });
  const rejection = {
    ...(await dave.sign(message, asked.id, ASKED_AT)),
    selection: 'VOTE_SELECTION_REJECTED',
  };
  return {
    honest: await askedBy(carol, 70, [dave]),
    other: await askedBy(carol, 71, [dave], 'Another one'),
    rejected: {
      ...asked,
      votes: [...(asked.votes ?? []), rejection],
      status: 'ACTIVITY_STATUS_REJECTED',
    },
    carol: signWith(carol),
    dave: signWith(dave),
    stranger: signWith(stranger),
  };
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
