// Refusals: what the service answers instead of a result (docs/protocol.md, Error bodies).
import { HTTP_OF_GRPC, type ServiceErrorCode } from '../protocol/service-errors.ts';
import type { PolicyEvaluation } from '../protocol/errors.ts';

type GrpcStatus = keyof typeof HTTP_OF_GRPC;

type RefusalOptions = {
  readonly grpc: GrpcStatus;
  readonly message: string;
  /** `turnkeyErrorCode`; empty where the published catalog has none. */
  readonly code?: ServiceErrorCode | '';
  /** HTTP status, where it differs from the one for `grpc`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Details of another type than the usual one, which is made of `code`. */
  readonly details?: readonly object[];
};

/** A request that the service won't run. Its text may be sent: it never contains a secret. */
export class Refusal extends Error {
  readonly grpc: GrpcStatus;
  readonly code: ServiceErrorCode | '';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: readonly object[];

  constructor(options: RefusalOptions) {
    const { grpc, message, code = '', status, headers = {}, details = [] } = options;
    super(message);
    this.name = 'Refusal';
    this.grpc = grpc;
    this.code = code;
    this.status = status ?? HTTP_OF_GRPC[grpc];
    this.headers = headers;
    this.details = details;
  }
}

/** 503: a chain's node is away, refuses or answers nonsense; nothing was carried out. */
export class NodeRefusal extends Refusal {
  /** Whether the node answered at all. */
  readonly hasAnswered: boolean;

  /** `chain` by CAIP-2. */
  constructor(chain: string, what: string, hasAnswered = true) {
    super({ grpc: 14, message: `the node of ${chain} ${what}` });
    this.name = 'NodeRefusal';
    this.hasAnswered = hasAnswered;
  }
}

/** 503: the node answered that it won't carry out a call. */
export class CallRefusal extends NodeRefusal {
  /** Whether the same call may succeed later: a limit, or a fault of the node's own. */
  readonly isPassing: boolean;
  /** What a contract gave for undoing a call, in 0x and hex digits. */
  readonly data: string | undefined;

  constructor(
    chain: string,
    what: string,
    about: { readonly isPassing: boolean; readonly data: string | undefined },
  ) {
    super(chain, what);
    this.name = 'CallRefusal';
    this.isPassing = about.isPassing;
    this.data = about.data;
  }
}

/**
 * A refusal that is recorded: the transaction commits and the activity ends FAILED, so that the
 * same bytes get the same answer and a counted attempt stays counted (a wrong one-time code).
 */
export class RecordedRefusal extends Refusal {
  constructor(options: RefusalOptions) {
    super(options);
    this.name = 'KeptRefusal';
  }
}

/** What can't be sent, now or later. */
export class UnsendableRefusal extends Refusal {
  constructor(message: string) {
    super({ grpc: 9, message });
    this.name = 'UnsendableRefusal';
  }
}

/**
 * 400: a policy takes more steps than it may, or can't be read. It isn't left out, because a request with
 * long lists could then switch off what denies it.
 */
export class UndecidedRefusal extends Refusal {
  constructor(what: string, name: string, reason: string) {
    super({ grpc: 9, message: `The request can't be decided: ${what} '${name}' ${reason}.` });
    this.name = 'UndecidedRefusal';
  }
}

/** 400: this operation doesn't accept the request. */
export function invalid(message: string, code: ServiceErrorCode | '' = ''): Refusal {
  return new Refusal({ grpc: 3, message, code });
}

/** 400 before any check of the operation itself. */
export function badRequest(message: string): Refusal {
  return invalid(message, 'REQUEST_INVALID');
}

/** 404 with the published wording (docs/protocol.md, Refusals and their words). */
export function notFound(what: string, id: string, organizationId: string): Refusal {
  const message = `unable to find ${what} ${id} in organization ${organizationId}`;
  return new Refusal({ grpc: 5, message });
}

/** 409: it already exists. */
export function conflict(message: string): Refusal {
  return new Refusal({ grpc: 6, message });
}

/** 401 with one of the codes for stamps. */
export function unauthenticated(message: string, code: ServiceErrorCode | '' = ''): Refusal {
  return new Refusal({ grpc: 16, message, code });
}

const NO_PERMISSION = "You don't have sufficient permissions to take this action.";

/** 403 for a reason of this service's own. */
export function forbidden(reason: string): Refusal {
  return new Refusal({ grpc: 7, message: `${NO_PERMISSION} ${reason}` });
}

/** 403 by policy, with the wording and the detail that users of the deployed service see. */
export function deniedByPolicy(evaluations: readonly PolicyEvaluation[]): Refusal {
  const denying = evaluations.filter(({ outcome }) => outcome === 'OUTCOME_DENY_EXPLICIT');
  const ids = denying.map(({ policyId }) => policyId).join(', ');
  const reason =
    denying.length > 0
      ? `The following policies denied this action: ${ids}`
      : 'No policies evaluated to outcome: Allow';
  const detail = { '@type': POLICY_DETAIL_TYPE, message: reason, policyEvaluations: evaluations };
  return new Refusal({ grpc: 7, message: `${NO_PERMISSION} ${reason}`, details: [detail] });
}

const POLICY_DETAIL_TYPE = 'type.googleapis.com/errors.v1.PolicyEnginePermissionError';

/** 500 that says nothing about the fault. */
export function internalError(): Refusal {
  return new Refusal({ grpc: 13, message: 'internal server error', code: 'INTERNAL' });
}

/**
 * 503: the database doesn't answer. A commit may have been under way, so only the same bytes again
 * reveal the outcome; nothing ever runs twice.
 */
export function unavailable(): Refusal {
  return new Refusal({
    grpc: 14,
    message:
      'the database of this service does not answer; whether the request was carried out is not known: send the same bytes again',
    headers: { 'Retry-After': '1' },
  });
}

const ERROR_DETAIL_TYPE = 'type.googleapis.com/errors.v1.TurnkeyErrorDetail';

type RefusalFacts = Pick<Refusal, 'grpc' | 'message' | 'code' | 'details'>;

/** The body of a refusal. */
export function errorBody({ grpc, message, code, details }: RefusalFacts) {
  const own = code === '' ? [] : [{ '@type': ERROR_DETAIL_TYPE, turnkeyErrorCode: code }];
  return { code: grpc, message, details: [...own, ...details], turnkeyErrorCode: code };
}
export type ErrorBody = ReturnType<typeof errorBody>;

/** The body of a stored refusal: {@link errorBody} wrote it. */
export function parseFailure(text: string): ErrorBody {
  return JSON.parse(text) as ErrorBody;
}
