import * as v from 'valibot';
import { utf8, type Bytes } from '../crypto/bytes.ts';
import {
  isErrorCode,
  isErrorReason,
  type ErrorReason,
  type WireError,
} from '../protocol/errors.ts';
import { isRule, type Rule } from '../protocol/rules.ts';
import { isVoteFault, type Forgery, type Uncheckable } from '../protocol/vote-verdict.ts';

/*
 * The form of messages between Keystamp's pages and its worker. JSON only: browsers turn Dates,
 * Maps and bytes into something else (docs/platform.md, Copies of messages).
 */

/** Marks our messages; ignore anything else. */
export const MESSAGE_MARK = 'keystamp/1';
/** The only call outside the table: is the worker there, and what is its key? */
export const HELLO_CALL = 'hello';

const shortText = v.pipe(v.string(), v.maxLength(200));
const hex = v.pipe(v.string(), v.maxLength(200_000), v.regex(/^(?:[0-9a-f]{2})+$/));
/** What a page sends. `sealed` is HPKE (RFC 9180) to the key of this worker's lifetime, in hex. */
export const requestSchema = v.strictObject({
  mark: v.literal(MESSAGE_MARK),
  call: shortText,
  input: v.unknown(),
  sealed: v.nullable(v.strictObject({ life: shortText, encappedPublic: hex, ciphertext: hex })),
});
export type WorkerRequest = v.InferOutput<typeof requestSchema>;

/**
 * The key of one lifetime of the worker: secrets sealed to it open nowhere else and never later.
 */
export const greetingSchema = v.strictObject({
  life: shortText,
  /** Hex, 65 bytes. */
  publicKey: v.pipe(v.string(), v.regex(/^04[0-9a-f]{128}$/)),
});
export type WorkerGreeting = v.InferOutput<typeof greetingSchema>;

/** `stale`: the sealed part is for an earlier lifetime of the worker; nothing was done. */
export type WorkerReply =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly error: WireError; readonly stale?: true };

const wireErrorSchema = v.strictObject({
  code: v.custom<WireError['code']>(isErrorCode),
  message: v.string(),
  detail: v.optional(
    v.strictObject({
      field: v.optional(v.string()),
      rule: v.optional(v.custom<Rule>(isRule)),
      reason: v.optional(v.custom<ErrorReason>(isErrorReason)),
      fault: v.optional(v.custom<Forgery | Uncheckable>(isVoteFault)),
      names: v.optional(v.array(v.string())),
      limit: v.optional(v.number()),
      serviceCode: v.optional(v.string()),
      serviceMessage: v.optional(v.string()),
      policyEvaluations: v.optional(
        v.array(v.strictObject({ policyId: v.string(), outcome: v.string() })),
      ),
      fieldViolations: v.optional(
        v.array(v.strictObject({ field: v.string(), description: v.string() })),
      ),
      status: v.optional(v.number()),
      waitMs: v.optional(v.number()),
      skewMs: v.optional(v.number()),
    }),
  ),
});

const replySchema = v.variant('ok', [
  v.strictObject({ ok: v.literal(true), answer: v.unknown() }),
  v.strictObject({
    ok: v.literal(false),
    error: wireErrorSchema,
    stale: v.optional(v.literal(true)),
  }),
]);

/** The reply in a message's answer, or undefined for anything else: none of our code answered. */
export function readReply(value: unknown): WorkerReply | undefined {
  const parsed = v.safeParse(replySchema, value);
  if (!parsed.success) return undefined;
  const { output } = parsed;
  if (output.ok) return { ok: true, answer: output.answer };
  const { code, message, detail } = output.error;
  const definedDetail =
    detail &&
    Object.fromEntries(Object.entries(detail).filter(([, member]) => member !== undefined));
  const error: WireError = definedDetail
    ? { code, message, detail: definedDetail }
    : { code, message };
  return output.stale ? { ok: false, error, stale: true } : { ok: false, error };
}

/** Binds a sealed secret to its call: a secret sealed for another call doesn't open. */
export function sealInfo(call: string): Bytes {
  return utf8(`keystamp/message/${call}`);
}
