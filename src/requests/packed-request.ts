import type { ActivityDraft } from '../activities/submit.ts';
import { utf8 } from '../crypto/bytes.ts';
import type { RequestedConnection, RequestedOperation } from '../protocol/pending-request.ts';
import type { OwnRequest, PendingRequest, SiteRequest } from './request-store.ts';

/*
 * An approval as it lies in the session area, which has 10 MB for everybody: what a page sent is in
 * there once, as text. Once the exact body is made, that is the text.
 */

type Values = Readonly<Record<string, unknown>>;
/** A draft without what its body says too. */
type DraftHead = Omit<ActivityDraft, 'parameters' | 'body'>;

export type PackedRequest = PackedSiteRequest | OwnRequest;

type PackedSiteRequest = Omit<SiteRequest, 'requested' | 'preparedBody'> & {
  readonly requested: RequestedConnection | RequestedOperation;
  /** JSON of the parameters; null where a body has them, and for what has none. */
  readonly parameters: string | null;
  readonly preparedBody: {
    readonly body: string;
    readonly digest: string;
    readonly at: number;
    readonly draft: DraftHead | null;
    readonly baseUrl: string;
  } | null;
};

/** Every change writes them all: what has not changed is not made anew. */
const packedRequests = new WeakMap<SiteRequest, PackedSiteRequest>();
const sizes = new WeakMap<SiteRequest, number>();

/** The user's own are few, and their secrets are in no body: they lie as they are. */
export function pack(request: PendingRequest): PackedRequest {
  return request.asker === 'own' ? request : packOfSite(request);
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
  const { body, digest, at, baseUrl } = preparedBody;
  return {
    ...rest,
    requested: withoutParameters,
    parameters: null,
    preparedBody: { body, digest, at, draft: toDraftHead(preparedBody), baseUrl },
  };
}

function toDraftHead({ draft }: NonNullable<SiteRequest['preparedBody']>): DraftHead | null {
  if (!draft) return null;
  const { parameters: _parameters, body: _body, ...head } = draft;
  return head;
}

/** The parameters that a body was made with. */
function parametersOf(body: string, isActivity: boolean): Values {
  const { organizationId: _organization, ...flat } = JSON.parse(body) as Values;
  return isActivity ? (flat['parameters'] as Values) : flat;
}

export function unpack(packed: PackedRequest): PendingRequest {
  return packed.asker === 'own' ? packed : unpackOfSite(packed);
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
  const { body, draft } = preparedBody;
  const values = parametersOf(body, draft !== null);
  const fullDraft = draft && { ...draft, parameters: values, body };
  return {
    ...rest,
    requested: { ...requested, parameters: values },
    preparedBody: { ...preparedBody, draft: fullDraft },
  };
}

/** What is written around the text of an approval, with room to spare. */
const OVERHEAD_BYTES = 2048;

/** How much of the session area an approval takes. */
export function bytesOf(request: SiteRequest): number {
  const { parameters, preparedBody } = packOfSite(request);
  const size =
    sizes.get(request) ?? OVERHEAD_BYTES + utf8((preparedBody?.body ?? parameters) || '').length;
  sizes.set(request, size);
  return size;
}
