import type { ActivityDraft } from '../activities/submit.ts';
import { utf8 } from '../crypto/bytes.ts';
import type { RequestedConnection } from '../protocol/pending-request.ts';
import type { PreparedBody } from './prepared-body.ts';
import type { OwnRequest, PendingRequest, SiteOperation, SiteRequest } from './request-record.ts';
import type { Values } from '../protocol/parse.ts';

/*
 * A request as stored in the session area, which has 10 MB for everything: what a page sent is in
 * there once, as text. Once the exact body is built, the body is that text.
 */
/** A draft without the members that its body already contains. */
type DraftHead = Omit<ActivityDraft, 'parameters' | 'body'>;

type PackedBody = Omit<PreparedBody, 'draft'> & { readonly draft: DraftHead | null };

export type PackedRequest = PackedSiteRequest | PackedOwnRequest;

type PackedOwnRequest = Omit<OwnRequest, 'preparedBody'> & { readonly preparedBody: PackedBody };

type PackedSiteRequest = Omit<SiteRequest, 'requested' | 'preparedBody'> & {
  readonly requested: RequestedConnection | Omit<SiteOperation, 'parameters'>;
  /** JSON of the parameters; null if the body contains them or there are none. */
  readonly parameters: string | null;
  readonly preparedBody: PackedBody | null;
};

/** Every change writes all requests, so unchanged ones keep their packed form. */
const packedRequests = new WeakMap<SiteRequest, PackedSiteRequest>();
const sizes = new WeakMap<SiteRequest, number>();

/**
 * The user's own requests keep their parameters next to the body built from them, because the body
 * is rebuilt after a while.
 */
export function pack(request: PendingRequest): PackedRequest {
  if (request.asker === 'site') return packOfSite(request);
  return { ...request, preparedBody: packBody(request.preparedBody) };
}

function packOfSite(request: SiteRequest): PackedSiteRequest {
  const known = packedRequests.get(request) ?? packNew(request);
  packedRequests.set(request, known);
  return known;
}

function packNew(request: SiteRequest): PackedSiteRequest {
  const { requested, preparedBody, ...rest } = request;
  if (requested.kind === 'connect')
    return { ...rest, requested, parameters: null, preparedBody: null };
  const { parameters, ...withoutParameters } = requested;
  if (!preparedBody)
    return {
      ...rest,
      requested: withoutParameters,
      parameters: JSON.stringify(parameters),
      preparedBody,
    };
  return {
    ...rest,
    requested: withoutParameters,
    parameters: null,
    preparedBody: packBody(preparedBody),
  };
}

function packBody({ draft, ...preparedBody }: PreparedBody): PackedBody {
  if (!draft) return { ...preparedBody, draft: null };
  const { parameters: _parameters, body: _body, ...head } = draft;
  return { ...preparedBody, draft: head };
}

function unpackBody({ draft, ...preparedBody }: PackedBody): PreparedBody {
  const { body } = preparedBody;
  return {
    ...preparedBody,
    draft: draft && { ...draft, parameters: parametersOf(body, true), body },
  };
}

/** The parameters that a body was built from. */
function parametersOf(body: string, isActivity: boolean): Values {
  const { organizationId: _organization, ...flat } = JSON.parse(body) as Values;
  return isActivity ? (flat['parameters'] as Values) : flat;
}

export function unpack(packed: PackedRequest): PendingRequest {
  if (packed.asker === 'site') return unpackOfSite(packed);
  return { ...packed, preparedBody: unpackBody(packed.preparedBody) };
}

function unpackOfSite({
  requested,
  parameters,
  preparedBody,
  ...rest
}: PackedSiteRequest): SiteRequest {
  if (requested.kind === 'connect') return { ...rest, requested, preparedBody: null };
  if (!preparedBody) {
    const values = JSON.parse(parameters ?? '{}') as Values;
    return { ...rest, requested: { ...requested, parameters: values }, preparedBody };
  }
  const unpackedBody = unpackBody(preparedBody);
  const { body, draft } = unpackedBody;
  const values = draft?.parameters ?? parametersOf(body, false);
  return {
    ...rest,
    requested: { ...requested, parameters: values },
    preparedBody: unpackedBody,
  };
}

/** What is written around a request's text, with room to spare. */
const OVERHEAD_BYTES = 2048;

/** How much of the session area a request takes. */
export function bytesOf(request: SiteRequest): number {
  const { parameters, preparedBody } = packOfSite(request);
  const size =
    sizes.get(request) ?? OVERHEAD_BYTES + utf8((preparedBody?.body ?? parameters) || '').length;
  sizes.set(request, size);
  return size;
}
