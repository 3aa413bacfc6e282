import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { parseEncryptedBundle, signBundle } from '../../crypto/bundle.ts';
import { fromHex, fromUtf8, toHex, utf8 } from '../../crypto/bytes.ts';
import { otpCode, publicKeyHex } from '../../protocol/fields.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Version } from '../../protocol/operation-row.ts';
import type { Context, SubmitHandlers, SubmitValues } from '../context.ts';
import { isId, randomId, timeOrderedId } from '../ids.ts';
import * as codes from '../otp.ts';
import { badRequest, invalid, RecordedRefusal, notFound } from '../refusal.ts';
import { emailEvents, otps, sentCodes } from '../schema.ts';
import { issueToken } from '../verification-token.ts';
import { SEAL_LABELS } from '../seal-labels.ts';

const TOKEN_SECONDS = 3600;

export const otpSubmits: SubmitHandlers<'init_otp' | 'verify_otp'> = {
  init_otp: async (values, context, { generation = 'legacy' }) => {
    const { db, organizationId, now, random, enclave } = context;
    demandMatchingContact(values);
    await codes.admitCode(values, context);
    const id = randomId(random);
    const contact = codes.normaliseContact(values.contact);
    const code = codes.createCode(values, random);
    const expiresAt = now + codes.lifetimeOf(values);
    const target =
      generation === 'enclave' ? await enclave.createTarget(SEAL_LABELS.otpTarget(id)) : undefined;
    const publicKey = target ? toHex(target.publicKey) : null;
    await db.insert(otps).values({
      id,
      organizationId,
      generation,
      type: values.otpType,
      contact,
      userIdentifier: values.userIdentifier ?? null,
      hash: codes.hashCode(enclave, id, code),
      sealed: target?.sealed ?? null,
      publicKey,
      createdAt: now,
      expiresAt,
    });
    const sealed = await enclave.seal(utf8(code), SEAL_LABELS.sentCode(id));
    await db.insert(sentCodes).values({ otpId: id, contact, sealed, createdAt: now, expiresAt });
    if (values.otpType === 'OTP_TYPE_EMAIL') await recordEmail(values, context);
    if (publicKey === null) return { otpId: id };
    const data = { targetPublic: publicKey, organizationId };
    const otpEncryptionTargetBundle = await signBundle(data, enclave.otp);
    return { otpId: id, otpEncryptionTargetBundle };
  },

  verify_otp: async (values, context, version) => {
    const { db, now, enclave } = context;
    const otp = await lockOpenOtp(values.otpId, context, version);
    const { code, publicKey } = await parseGuess(values, otp, enclave, version);
    if (!codes.isCode(enclave, otp.id, code, otp.hash)) {
      const failures = sql<number>`${otps.failures} + 1`;
      await db.update(otps).set({ failures }).where(eq(otps.id, otp.id));
      throw new RecordedRefusal({ grpc: 3, message: 'invalid OTP code', code: 'REQUEST_INVALID' });
    }
    await db.update(otps).set({ usedAt: now }).where(eq(otps.id, otp.id));
    const lifeSeconds = Number(values.expirationSeconds ?? TOKEN_SECONDS);
    const content = { type: otp.type, contact: otp.contact, publicKey, lifeSeconds };
    const generation = version.generation ?? 'legacy';
    return { verificationToken: await issueToken(generation, content, context) };
  },
};

type Otp = typeof otps.$inferSelect;

/** Who emails are from, unless the request says; no such mailbox exists. */
const DEFAULT_SENDER = 'no-reply@localhost';

async function recordEmail(
  { contact, sendFromEmailAddress = DEFAULT_SENDER }: SubmitValues<'init_otp'>,
  { db, organizationId, now, random }: Context,
): Promise<void> {
  await db.insert(emailEvents).values({
    id: timeOrderedId(now, random),
    organizationId,
    messageId: randomId(random),
    type: 'Send',
    fromAddress: sendFromEmailAddress,
    toAddress: contact,
    createdAt: now,
  });
}

function demandMatchingContact({ otpType, contact }: SubmitValues<'init_otp'>): void {
  const isEmail = otpType === 'OTP_TYPE_EMAIL';
  if (contact.includes('@') === isEmail) return;
  const what = isEmail ? 'an e-mail address' : 'a phone number';
  throw badRequest(`invalid request body: parameters.contact: ${otpType} needs ${what}`);
}

/**
 * The code's row, locked until the transaction ends, so that tries of the same code count one after
 * the other. 400 with a plain message for a code that no longer works or is of the other
 * generation.
 */
async function lockOpenOtp(otpId: string, context: Context, version: Version): Promise<Otp> {
  const { db, organizationId, now } = context;
  const [otp] = isId(otpId)
    ? await db
        .select()
        .from(otps)
        .where(and(eq(otps.organizationId, organizationId), eq(otps.id, otpId)))
        .for('update')
    : [];
  if (!otp) throw notFound('OTP', otpId, organizationId);
  if (otp.generation !== version.generation) {
    throw invalid(
      `this OTP was started in the ${otp.generation} generation, ${version.type} is of the other one`,
      'REQUEST_INVALID',
    );
  }
  if (otp.usedAt !== null) throw invalid('this OTP code was used already', 'REQUEST_INVALID');
  if (now >= otp.expiresAt) throw invalid('this OTP code has expired', 'REQUEST_INVALID');
  if (otp.failures >= codes.MAX_FAILURES) {
    throw invalid(
      `this OTP code is locked after ${codes.MAX_FAILURES} wrong tries: start a new one`,
      'REQUEST_INVALID',
    );
  }
  return otp;
}

type Guess = { readonly code: string; readonly publicKey: string | undefined };

const SealedCode = v.object({ encryptedOtpBundle: v.string() });
const PlainCode = v.object({ otp_code: otpCode, public_key: publicKeyHex });

/** The legacy version carries the code itself, the other one a bundle for the code's target key. */
async function parseGuess(
  values: SubmitValues<'verify_otp'>,
  otp: Otp,
  enclave: Context['enclave'],
  { generation }: Version,
): Promise<Guess> {
  if (generation === 'legacy') return { code: values.otpCode, publicKey: values.publicKey };
  const { encryptedOtpBundle } = v.parse(SealedCode, values);
  if (otp.sealed === null || otp.publicKey === null) throw notFound('OTP', otp.id, '');
  const target = { publicKey: fromHex(otp.publicKey), sealed: otp.sealed };
  try {
    const sealed = parseEncryptedBundle(encryptedOtpBundle);
    const plaintext = await enclave.openTarget(target, SEAL_LABELS.otpTarget(otp.id), sealed);
    const { otp_code: code, public_key: publicKey } = v.parse(
      PlainCode,
      JSON.parse(fromUtf8(plaintext)),
    );
    return { code, publicKey };
  } catch (error) {
    if (!(error instanceof KeystampError || error instanceof SyntaxError || v.isValiError(error)))
      throw error;
    throw invalid(
      'failed to decrypt encrypted OTP bundle: it is not {"otp_code","public_key"} encrypted to the target of this OTP',
      'REQUEST_INVALID',
    );
  }
}
