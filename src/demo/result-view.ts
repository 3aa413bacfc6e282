import { PAGE_ERROR_CODES, type Outcome, type PageErrorCode } from '../protocol/page-api.ts';

/*
 * Outcomes and errors as this page shows them.
 */

export type ResultView = {
  readonly tone: 'good' | 'bad' | 'waiting';
  /** The outcome's kind, or the error's code. */
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
  /** JSON for the visitor; null where there is none. */
  readonly body: string | null;
};

/** The current state of a request. */
export function outcomeView(outcome: Outcome): ResultView {
  const rows: [string, string][] = [['id', outcome.id]];
  switch (outcome.kind) {
    case 'waiting':
      return { tone: 'waiting', title: outcome.kind, rows, body: null };
    case 'connected':
      rows.push(['organization', outcome.organizationId]);
      rows.push(['operations', outcome.operations.join(', ')]);
      return { tone: 'good', title: outcome.kind, rows, body: null };
    case 'pending':
      rows.push(...activityRows(outcome.activity));
      return { tone: 'waiting', title: outcome.kind, rows, body: null };
    case 'completed': {
      rows.push(...activityRows(outcome.activity));
      const body = JSON.stringify(outcome.result, null, 2);
      return { tone: 'good', title: outcome.kind, rows, body };
    }
  }
}

type Activity = Extract<Outcome, { readonly kind: 'pending' }>['activity'];

function activityRows(activity: Activity): [string, string][] {
  if (!activity) return [];
  const { id, type, status, fingerprint } = activity;
  return [
    ['activity', id],
    ['type', type],
    ['status', status],
    ['fingerprint', fingerprint],
  ];
}

/** An error's code, message and details. */
export function errorView(error: unknown): ResultView {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const rows: [string, string][] = [['message', message]];
  const detail = memberOf(error, 'detail');
  for (const name of ['field', 'rule', 'serviceCode', 'waitMs']) {
    const value = memberOf(detail, name);
    if (typeof value === 'string' || typeof value === 'number') rows.push([name, String(value)]);
  }
  return { tone: 'bad', title: code ?? 'an error without a code', rows, body: null };
}

/** The code of an error from Keystamp, or undefined. */
export function codeOf(error: unknown): PageErrorCode | undefined {
  const code = memberOf(error, 'code');
  return PAGE_ERROR_CODES.find((candidate) => candidate === code);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
