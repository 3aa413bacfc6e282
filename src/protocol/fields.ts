import * as v from 'valibot';
import { MAX_CONTRACT_INTERFACE_LENGTH } from './contract-interface.ts';
import type { AddressFormat } from './enums.ts';
import { lateRule } from './late-rules.ts';
import type { Rule } from './rules.ts';
import type { Values } from './parse.ts';

/** Things of the organization that a form can pick from; the rows that list them say how. */
export type RecordKind =
  | 'wallet'
  | 'walletAccount'
  | 'user'
  | 'userTag'
  | 'apiKey'
  | 'privateKey'
  | 'privateKeyTag'
  | 'contractInterface'
  | 'policy'
  | 'activity';

/** The clauses of a policy: each may name other things. */
export type PolicyClause = 'consensus' | 'condition' | 'time';

/**
 * How a person gives a value. Forms switch on `kind`; nothing else decides the look of a field. An
 * `example` is a value that the field takes.
 */
export type Control =
  | {
      readonly kind: 'text';
      readonly mode?: 'email' | 'tel' | 'decimal' | 'numeric' | 'url';
      readonly example?: string;
    }
  | { readonly kind: 'lines'; readonly example?: string }
  /** A clause of a policy, in the language of policies (docs/policies.md): checked while it is typed. */
  | { readonly kind: 'clause'; readonly clause: PolicyClause; readonly example?: string }
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'choice';
      readonly options: (values: Values) => readonly string[];
      readonly numeric?: boolean;
    }
  | { readonly kind: 'choices'; readonly options: (values: Values) => readonly string[] }
  | PickControl
  /** JSON text of a contract interface; `type` names the field that holds its chain. */
  | { readonly kind: 'contract-interface'; readonly type: string }
  | RecordListControl
  /** How long something lives from its creation, in seconds. */
  | { readonly kind: 'lifetime' }
  /** A public key in hex, or what another device shows of its key; `curve` names the field with its curve. */
  | { readonly kind: 'public-key'; readonly curve: string; readonly example: string }
  | { readonly kind: 'page' }
  /** A code the user received. Never shown, never stored in clear. */
  | { readonly kind: 'code' };

/** One record of the organization, or `many`, by their ids. */
export type PickControl = {
  readonly kind: 'pick';
  readonly recordKind: RecordKind;
  readonly many: boolean;
};

/** A list of records, made by `recordList` (operation-row.ts). */
export type RecordListControl<F extends Fields = Fields> = {
  readonly kind: 'record-list';
  /** The fields of each record; the first one stands for the record in sentences. */
  readonly item: F;
  readonly min: 0 | 1;
  readonly max: number;
  /** How many blank records a form starts with, if more than it needs. */
  readonly starts?: number | undefined;
  /** `items`: a new record is blank. `accounts`: a person picks its chain, and the form fills it in. */
  readonly editor: 'items' | 'accounts';
  readonly distinct?: Distinct | undefined;
};

/** Which records of a list would be the same one twice. */
export type Distinct = {
  /** No two have the same values in all of these; the last one is where a form says so. */
  readonly fields: readonly string[];
  readonly rule: Rule;
  /** Nor may they be like the records of this kind that belong to the one that field `pick` chose. */
  readonly among?: { readonly recordKind: RecordKind; readonly pick: string };
};

/** That a text is an address: `src/addresses` decides whether it is one. */
export type AddressFact = {
  /** Names the field whose value is the network that the address is on. */
  readonly network: string;
  /** What it may be by the other values; none if they don't say yet. */
  readonly formats: (values: Values) => readonly AddressFormat[];
  /** Something is sent there: whose it is matters. */
  readonly receives?: boolean;
};

/** What a field is besides its value's schema. Its words are in `src/ui/words`. */
export type FieldFacts<C extends Control = Control> = {
  readonly control: C;
  /** True: typed into a secret input, sealed on its way to the worker, never logged or listed. */
  readonly secret?: boolean;
  /** This value replaces `member` of the record that field `pick` chose: shown as old and new. */
  readonly replaces?: { readonly pick: string; readonly member: string };
  /** The picked records get, or lose, the record that field `pick` chose: its id is in their list `member`. */
  readonly joins?: {
    readonly pick: string;
    readonly member: string;
    readonly how: 'add' | 'remove';
  };
  /** It names a record of this kind, and no other one may have the same name. */
  readonly unique?: RecordKind;
  /**
   * An empty text takes the value away. A form never reads an empty input as that: it is a choice of its
   * own, with its own words.
   */
  readonly removable?: boolean;
  /** A form starts with this value. */
  readonly initial?: unknown;
  /** A form starts with the id of the user who stamps, because an import needs the same user. */
  readonly prefillsOwnUser?: boolean;
  readonly address?: AddressFact;
  /** It names what signs: the address of an account or a private key, or a private key's id. */
  readonly namesSigner?: boolean;
  /** A form starts with what was chosen last, or with what is usual in the reader's region. */
  readonly usual?: 'currency';
  /** Hidden behind "More": rarely needed. */
  readonly advanced?: boolean;
  /** Not asked for: an earlier step or the worker fills it. */
  readonly automatic?: boolean;
};

export type Field<
  S extends v.GenericSchema = v.GenericSchema,
  C extends Control = Control,
> = FieldFacts<C> & { readonly schema: S };

export type Fields = { readonly [name: string]: Field };

/** Makes a field of a schema and its facts. */
export function field<S extends v.GenericSchema, C extends Control>(
  schema: S,
  facts: FieldFacts<C>,
): Field<S, C> {
  return { ...facts, schema };
}

/** Whether a list may be empty: what it picks is then taken along, and not what its operation is about. */
export const takesNone = ({ schema }: Field): boolean => v.is(schema, []);

/** The same field, which may be left out. An optional member is never sent as null. */
export function optional<S extends v.GenericSchema, C extends Control>(
  base: Field<S, C>,
): Field<v.OptionalSchema<S, undefined>, C> {
  return { ...base, schema: v.optional(base.schema) };
}

/** The fields whose text is an address. */
export function addressFields(fields: Fields): readonly (readonly [string, AddressFact])[] {
  return Object.entries(fields).flatMap(([name, { address }]) =>
    address ? [[name, address] as const] : [],
  );
}

/** The fields of addresses that something is sent to. */
export function receivingFields(fields: Fields): readonly (readonly [string, AddressFact])[] {
  return addressFields(fields).filter(([, fact]) => fact.receives);
}

/** The same field, whose value an empty text takes away: its schema takes `''`. */
export function removable<S extends v.GenericSchema, C extends Control>(
  base: Field<S, C>,
): Field<S, C> & { readonly removable: true } {
  return { ...base, removable: true };
}

/** Whether a field may be left out. */
export function isOptional(base: Field): boolean {
  return v.is(base.schema, undefined);
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** UUID text, any version (docs/protocol.md, Request and response envelope). */
export const uuid = v.pipe(v.string('missing'), v.regex(UUID, 'uuid'));
/** A text that one function judges. */
const ruled = (ruleOf: (value: string) => Rule | undefined) =>
  v.pipe(
    v.string('missing'),
    v.rawCheck(({ dataset, addIssue }) => {
      const rule = dataset.typed ? ruleOf(dataset.value) : undefined;
      if (rule) addIssue({ message: rule });
    }),
  );

/** Names that need no more than this to be known as such: most. */
const PLAIN_LABEL = /^[A-Za-z0-9 _\-:/.,+@']{1,64}$/;
const labelRule = lateRule('label');
/**
 * 1 to 64 letters, digits, spaces and `_ - : / . , + @ ' ’` (docs/protocol.md, Request and response
 * envelope), and the joiners that a script needs.
 */
export const label = ruled((value) => (PLAIN_LABEL.test(value) ? undefined : labelRule(value)));
/** Each character of a name, wherever it stands. */
const LABEL_CHARACTERS = /^[\p{L}\p{M}\p{N} _\-:/.,+@'’\u200C\u200D]+$/u;
/**
 * A name as it is stored. It was a {@link label} when somebody chose it; it is read at each start, when
 * no tables are there that say where joiners belong.
 */
export const storedLabel = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check((value) => PLAIN_LABEL.test(value) || LABEL_CHARACTERS.test(value), 'label_characters'),
);
/** An e-mail address, its domain in ASCII. */
export const email = ruled(lateRule('email'));
/** E.164: `+`, country code, at most 15 digits. */
export const phone = ruled(lateRule('phone'));

/** Text of at most `max` characters, not empty. */
export const text = (max: number) =>
  v.pipe(v.string('missing'), v.minLength(1, 'missing'), v.maxLength(max, 'too_long'));

/** A whole number of seconds as decimal text, at most `max` (docs/protocol.md, One-time codes). */
export const seconds = (max: number, rule: 'seconds' | 'seconds_otp' | 'seconds_token') =>
  v.pipe(
    v.string('missing'),
    v.regex(/^[1-9]\d{0,8}$/, 'seconds'),
    v.check((value) => Number(value) <= max, rule),
  );

/** A value of a closed list. */
export const oneOf = <const T extends readonly string[]>(values: T) => v.picklist(values, 'choice');

/**
 * A list of `min` to `max` items. Its length is checked before any of them: refusing a longer one
 * takes no time for what is in it.
 */
export const sizedList = <T>(item: v.GenericSchema<unknown, T>, min: 0 | 1, max: number) =>
  v.pipe(
    v.array(v.unknown(), 'wrong_type'),
    v.minLength(min, 'choose_some'),
    v.maxLength(max, 'too_many'),
    v.array(item, 'wrong_type'),
  );

/** A list of distinct values, 100 at most unless told otherwise. */
export const listOf = <T>(item: v.GenericSchema<unknown, T>, min: 0 | 1, max = 100) =>
  v.pipe(
    sizedList(item, min, max),
    v.check((values) => new Set(values).size === values.length, 'duplicate'),
  );

/** The e-mail address to set, or '' to remove it (docs/protocol.md, The ten operations). */
export const emailOrNone = ruled((value) => (value === '' ? undefined : lateRule('email')(value)));
/** The phone number to set, or '' to remove it. */
export const phoneOrNone = ruled((value) => (value === '' ? undefined : lateRule('phone')(value)));
/** Where a code goes: an e-mail address or a phone number. */
export const contact = ruled(lateRule('contact'));

/** JSON text of a contract interface; its inside is read by `readContractInterface`. */
export const contractInterface = v.pipe(
  v.string('missing'),
  v.minLength(2, 'missing'),
  v.maxLength(MAX_CONTRACT_INTERFACE_LENGTH, 'contract_interface_length'),
);

const HEX = /^(?:[0-9a-f]{2})+$/i;

function isEncryptedBundle(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value);
    const shape = v.strictObject({
      encappedPublic: v.pipe(v.string(), v.length(130), v.regex(HEX)),
      ciphertext: v.pipe(v.string(), v.minLength(32), v.regex(HEX)),
    });
    return v.is(shape, parsed);
  } catch {
    return false;
  }
}

/** JSON text of encapsulated key and ciphertext, in hex (docs/protocol.md, Import and export bundles). */
export const encryptedBundle = v.pipe(
  v.string('missing'),
  v.maxLength(4096, 'too_long'),
  v.check(isEncryptedBundle, 'encrypted_bundle'),
);

/** JWT, three base64url parts (docs/protocol.md, Verification tokens). */
export const token = v.pipe(
  v.string('missing'),
  v.maxLength(4096, 'too_long'),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'token'),
);

/** 6 to 9 letters and digits; Crockford base32 by default, so case does not matter to a reader. */
export const otpCode = v.pipe(v.string('missing'), v.regex(/^[0-9A-Za-z]{6,9}$/, 'otp_code'));

/**
 * The public key of an API key: 66 hex digits of a compressed point, or 64 of an Ed25519 key
 * (docs/protocol.md, Stamps by API keys).
 */
export const apiPublicKeyHex = v.pipe(
  v.string('missing'),
  v.regex(/^(?:0[23])?[0-9a-f]{64}$/i, 'api_public_key'),
);

/** Compressed P-256 public key, 66 hex digits. */
export const publicKeyHex = v.pipe(
  v.string('missing'),
  v.regex(/^0[23][0-9a-f]{64}$/i, 'hex_public_key'),
);

/** Uncompressed P-256 public key, 130 hex digits: what bundles are sealed to. */
export const uncompressedKeyHex = v.pipe(
  v.string('missing'),
  v.regex(/^04[0-9a-f]{128}$/i, 'hex_uncompressed_key'),
);
