// One line for each request and fault, for an operator.
import type { AnsweredRequest } from './request-trace.ts';

/** `json`: for a collector. `text`: for a person. `off`: faults and notes alone, as text. */
export const LOG_FORMS = ['json', 'text', 'off'] as const;
export type LogForm = (typeof LOG_FORMS)[number];

export type Log = {
  readonly request: (answered: AnsweredRequest) => void;
  /** What went wrong, without values; `requestId` of the request that met it. */
  readonly fault: (text: string, requestId?: string) => void;
  /** What the service does by itself. */
  readonly note: (text: string) => void;
};

export function createLog(
  form: LogForm,
  deps: {
    readonly clock: () => number;
    /** Takes one line, without its end. */
    readonly write: (line: string) => void;
  },
): Log {
  const { clock, write } = deps;
  const writeJson = (level: 'info' | 'error', members: object) =>
    write(JSON.stringify({ time: new Date(clock()).toISOString(), level, ...members }));
  if (form === 'json') {
    return {
      request: (answered) => writeJson('info', { event: 'request', ...requestMembers(answered) }),
      fault: (text, requestId) => writeJson('error', { event: 'fault', requestId, text }),
      note: (text) => writeJson('info', { event: 'note', text }),
    };
  }
  return {
    request: (answered) => {
      if (form === 'text') write(requestText(new Date(clock()).toISOString(), answered));
    },
    fault: (text, requestId) =>
      write(requestId === undefined ? text : `${text}\n    in ${requestId}`),
    note: write,
  };
}

const roundMs = (ms: number) => Math.round(ms * 10) / 10;

function requestMembers(answered: AnsweredRequest) {
  const { id, operation, organizationId, status, durationMs, activityStatus } = answered;
  const ms = roundMs(durationMs);
  return { requestId: id, operation, organizationId, status, ms, activityStatus };
}

function requestText(time: string, answered: AnsweredRequest): string {
  const { id, operation, organizationId, status, durationMs, activityStatus } = answered;
  const parts = [time, status, operation, `${roundMs(durationMs)} ms`];
  return [...parts, activityStatus, organizationId && `in ${organizationId}`, id]
    .filter((part) => part !== undefined)
    .join(' ');
}
