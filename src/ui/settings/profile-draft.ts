import * as v from 'valibot';
import type { KeyEnrolment, ProfileDraft } from '../../messaging/calls.ts';
import { uuid } from '../../protocol/fields.ts';
import { labelRule } from '../../protocol/label-rule.ts';
import {
  LOCAL_BASE_URL,
  PROFILE_COLOURS,
  readBaseUrl,
  TURNKEY_BASE_URL,
  TURNKEY_TRUST,
  type Profile,
  type ServiceKind,
} from '../../protocol/profile.ts';
import { readName } from '../forms/typed-values.ts';
import { t } from '../i18n.ts';

/** What the user fills in about a service; texts as typed. */
export type ServiceDraft = {
  readonly service: ServiceKind;
  readonly baseUrl: string;
  readonly name: string;
  readonly colour: Profile['colour'];
  readonly organizationId: string;
  readonly otpGeneration: Profile['otpGeneration'];
  readonly passkeyHeader: Profile['passkeyHeader'];
  readonly signer: string;
  readonly otp: string;
  /** The user signs elsewhere already, and registers this device's key from there. */
  readonly isSecondDevice: boolean;
  /** What lets the key into a local service; empty for any other. */
  readonly setUpCode: string;
};

export type DraftField = 'name' | 'baseUrl' | 'organizationId' | 'signer' | 'otp' | 'setUpCode';
/** Names of rules, or keys of this page's words. */
export type DraftErrors = Readonly<Partial<Record<DraftField, string>>>;

/** As a service is called in the choice; a custom one has no name. */
function serviceName(service: ServiceKind): string {
  return service === 'custom' ? '' : t(`options.service.${service}`);
}

/** What a new profile is called: like its service, numbered where that name is taken. */
function defaultName(service: ServiceKind, takenNames: readonly string[]): string {
  const base = serviceName(service);
  let name = base;
  for (let number = 2; base && takenNames.includes(name); number += 1) name = `${base} ${number}`;
  return name;
}

/** Whether a name is one that {@link defaultName} gives. */
function isDefaultName(name: string, service: ServiceKind): boolean {
  const base = serviceName(service);
  return name === '' || name === base || /^ \d+$/.test(name.replace(base, ''));
}

/**
 * The default values for a kind of service. The header for passkey stamps differs
 * (docs/protocol.md, Two descriptions of the interface).
 */
function serviceDefaults(
  service: ServiceKind,
  takenNames: readonly string[],
): Omit<ServiceDraft, 'colour' | 'organizationId' | 'isSecondDevice' | 'setUpCode'> {
  return {
    service,
    baseUrl: { local: LOCAL_BASE_URL, turnkey: TURNKEY_BASE_URL, custom: '' }[service],
    name: defaultName(service, takenNames),
    otpGeneration: service === 'turnkey' ? 'enclave' : 'legacy',
    passkeyHeader: service === 'turnkey' ? 'X-Stamp-Webauthn' : 'X-Stamp',
    ...TURNKEY_TRUST,
  };
}

/** A draft for a new profile, with the first color that no other profile uses. */
export function createDraft(service: ServiceKind, profiles: readonly Profile[]): ServiceDraft {
  const colour =
    PROFILE_COLOURS.find((candidate) =>
      profiles.every((profile) => profile.colour !== candidate),
    ) ?? 'blue';
  const takenNames = profiles.map(({ name }) => name);
  return {
    ...serviceDefaults(service, takenNames),
    colour,
    organizationId: '',
    isSecondDevice: false,
    setUpCode: '',
  };
}

/** The draft with another kind of service: its defaults replace the old ones, the rest stays. */
export function withService(
  draft: ServiceDraft,
  service: ServiceKind,
  takenNames: readonly string[] = [],
): ServiceDraft {
  if (service === draft.service) return draft;
  const defaults = serviceDefaults(service, takenNames);
  const name = isDefaultName(draft.name, draft.service) ? defaults.name : draft.name;
  return { ...draft, ...defaults, name };
}

/** The draft of a stored profile. */
export function draftOf(profile: Profile): ServiceDraft {
  const { service, baseUrl, name, colour, organizationId, otpGeneration, passkeyHeader } = profile;
  return {
    service,
    baseUrl,
    name,
    colour,
    organizationId,
    otpGeneration,
    passkeyHeader,
    signer: profile.trust.signer,
    otp: profile.trust.otp,
    isSecondDevice: false,
    setUpCode: '',
  };
}

/**
 * The draft that a link's address fills in. Nothing is sent to that address. Undefined if no
 * profile accepts the address.
 */
export function draftFromLink(
  service: string,
  profiles: readonly Profile[],
): ServiceDraft | undefined {
  const { baseUrl, setUpCode } = splitSetUpAddress(service);
  const address = readBaseUrl(baseUrl);
  if (!address.ok) return undefined;
  if (address.url === TURNKEY_BASE_URL) return createDraft('turnkey', profiles);
  const kind = address.loopback ? 'local' : 'custom';
  const draft = { ...createDraft(kind, profiles), baseUrl: address.url };
  return address.loopback ? { ...draft, setUpCode } : draft;
}

/** An address as the local service prints it: with a code after `#`, which no request carries. */
export function splitSetUpAddress(text: string): { baseUrl: string; setUpCode: string } {
  const [baseUrl = '', setUpCode = ''] = text.split('#', 2);
  return { baseUrl, setUpCode };
}

function findBrokenRule(schema: v.GenericSchema, value: string): string | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? undefined : parsed.issues[0].message;
}

const PUBLIC_KEY_POINT = /^04[0-9a-f]{128}$/;
/** As the local service prints it; the service says whether it is one of its own. */
const SET_UP_CODE = /^[\w-]{20,450}$/;

/**
 * What's wrong with a draft, by field. Without `needsOrganization` the organization ID may be
 * empty, because the local service returns it when the key is registered, for a set-up code. `takenNames` are those of
 * other profiles.
 */
export function validateDraft(
  draft: ServiceDraft,
  needsOrganization: boolean,
  takenNames: readonly string[] = [],
): DraftErrors {
  const name = readName(draft.name).value;
  const isTaken = takenNames.includes(name);
  const address = readBaseUrl(draft.baseUrl);
  const isRemoteLocal = draft.service === 'local' && address.ok && !address.loopback;
  const faults: Partial<Record<DraftField, string | undefined>> = {
    name: isTaken ? 'name_taken' : labelRule(name),
    baseUrl: address.ok ? (isRemoteLocal ? 'options.service.notLocal' : undefined) : address.rule,
    organizationId: needsOrganization
      ? findBrokenRule(uuid, draft.organizationId.trim())
      : undefined,
    setUpCode:
      !needsOrganization && isEnrolling(draft) && !SET_UP_CODE.test(draft.setUpCode.trim())
        ? 'options.service.setUpCodeFault'
        : undefined,
    signer: PUBLIC_KEY_POINT.test(draft.signer.trim().toLowerCase())
      ? undefined
      : 'options.service.point',
    otp: PUBLIC_KEY_POINT.test(draft.otp.trim().toLowerCase())
      ? undefined
      : 'options.service.point',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** The profile to save from a valid draft. */
export function profileOf(
  draft: ServiceDraft,
  keyId: string | null,
  previous: Profile | null,
): ProfileDraft {
  const address = readBaseUrl(draft.baseUrl);
  const { service, colour, otpGeneration, passkeyHeader } = draft;
  return {
    id: previous?.id ?? null,
    order: previous?.order ?? 0,
    known: previous?.known ?? null,
    service,
    colour,
    otpGeneration,
    passkeyHeader,
    keyId,
    passkeys: previous?.passkeys ?? null,
    authorization: previous?.authorization ?? { usual: 'key', passkeyOnly: [] },
    name: readName(draft.name).value,
    baseUrl: address.ok ? address.url : draft.baseUrl,
    organizationId: draft.organizationId.trim().toLowerCase(),
    trust: {
      signer: draft.signer.trim().toLowerCase(),
      otp: draft.otp.trim().toLowerCase(),
    },
  };
}

/** The profile to save from a valid draft if it stamps with passkeys only. */
export function passkeyProfileOf(
  draft: ServiceDraft,
  rpId: string | null,
  previous: Profile | null,
): ProfileDraft {
  const passkeys = previous?.passkeys?.rpId === rpId ? previous.passkeys : null;
  return {
    ...profileOf(draft, null, previous),
    passkeys: passkeys ?? { rpId, credentials: [] },
    authorization: { usual: 'passkey', passkeyOnly: previous?.authorization.passkeyOnly ?? [] },
  };
}

/** The draft with what the local service returned when it registered the key. */
export function withEnrolment(draft: ServiceDraft, enrolment: KeyEnrolment): ServiceDraft {
  return { ...draft, organizationId: enrolment.organizationId, ...enrolment.trust };
}

/** Whether the service itself makes the key's user: a local one, unless the user exists already. */
export function isEnrolling({ service, isSecondDevice }: ServiceDraft): boolean {
  return service === 'local' && !isSecondDevice;
}

/** Whether the draft trusts a different bundle signer than the stored profile. */
export function hasSignerChanged(draft: ServiceDraft, { trust }: Profile): boolean {
  return draft.signer.trim().toLowerCase() !== trust.signer;
}
