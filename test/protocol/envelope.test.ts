import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { errorOfEnd, readEnd } from '../../src/activities/verify-reply.ts';
import {
  isIntentEcho,
  queryBody,
  parseActivity,
  readRefusal,
  parseResult,
  submitBody,
  submitRequest,
} from '../../src/protocol/envelope.ts';
import { ACTIVITY_STATUS } from '../../src/protocol/enums.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';

const ORGANIZATION = '651b573c-861b-4f10-a478-cbcfe0c226af';
const WALLET = 'ac651e99-579f-5c7c-8e06-16430bc25dc1';
const [version] = OPERATIONS.update_wallet.versions;

const flat = {
  id: '019660f7-801d-75d8-a40e-e4f69944b711',
  organizationId: ORGANIZATION,
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  intent: { updateWalletIntent: { walletId: WALLET, walletName: 'Treasury' } },
  result: { updateWalletResult: { walletId: WALLET } },
  votes: [],
  fingerprint: `sha256:${'0'.repeat(64)}`,
  canApprove: false,
  canReject: true,
  createdAt: { seconds: '1745383555', nanos: '0' },
  updatedAt: { seconds: '1745383555', nanos: '0' },
  failure: null,
};

/**
 * The same activity in the form of the reference pages: the fields again under `result.activity`.
 */
const nested = {
  activity: {
    id: flat.id,
    status: flat.status,
    type: flat.type,
    organizationId: flat.organizationId,
    timestampMs: '1745383555000',
    result: { activity: { ...flat, createdAt: '1745383555000', updatedAt: '1745383555000' } },
  },
};

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof KeystampError ? error.code : String(error);
  }
  return 'none';
}

describe('submitBody', () => {
  test('behavior: has the four members of a request in the documented order', () => {
    const body = submitBody(version, ORGANIZATION, 1_700_000_000_000, { walletId: WALLET });
    expect(body).toBe(
      `{"type":"ACTIVITY_TYPE_UPDATE_WALLET","timestampMs":"1700000000000","organizationId":"${ORGANIZATION}","parameters":{"walletId":"${WALLET}"}}`,
    );
    expect(v.is(submitRequest, JSON.parse(body))).toBe(true);
  });

  test('behavior: leaves out members that are undefined', () => {
    const body = submitBody(version, ORGANIZATION, 1, { walletId: WALLET, walletName: undefined });
    expect(body).not.toContain('walletName');
  });
});

describe('queryBody', () => {
  test('behavior: is flat, the organization first', () => {
    const body = queryBody(ORGANIZATION, { apiKeyId: WALLET });
    expect(body).toBe(`{"organizationId":"${ORGANIZATION}","apiKeyId":"${WALLET}"}`);
  });
});

describe('parseActivity', () => {
  test('behavior: reads the flat form of the deployed service', () => {
    expect(parseActivity({ activity: flat }).intent).toEqual(flat.intent);
  });

  test('behavior: reads the nested form of the reference pages', () => {
    const read = parseActivity(nested);
    expect(read.intent).toEqual(flat.intent);
    expect(read.createdAt).toBe('1745383555000');
  });

  test('behavior: reads the local service’s superset without the inner copy', () => {
    const { result, ...rest } = flat;
    const read = parseActivity({ activity: { ...rest, result: { ...result, activity: flat } } });
    expect(read.result).toEqual(result);
  });

  test('error: an answer without an activity is malformed', () => {
    for (const answer of [null, [], 'x', {}, { activity: 7 }, { activity: { id: 1 } }]) {
      expect(code(() => parseActivity(answer))).toBe('service_malformed');
    }
  });

  test('error: it names the member, but no form rule', () => {
    expect(() => parseActivity({ activity: { ...flat, status: 7 } })).toThrow(
      expect.objectContaining({
        code: 'service_malformed',
        detail: { field: 'activity.status' },
      }),
    );
  });

  test('behavior: an unknown status is kept unchanged', () => {
    expect(parseActivity({ activity: { ...flat, status: 'ACTIVITY_STATUS_NEW' } }).status).toBe(
      'ACTIVITY_STATUS_NEW',
    );
  });

  const captured = new URL('../../../shared/captured/turnkey-activities.json', import.meta.url);
  test.runIf(existsSync(captured))('behavior: reads every captured activity', () => {
    const shape = v.object({
      activities: v.array(v.object({ rawResponseBody: v.string(), fingerprint: v.string() })),
    });
    const { activities } = v.parse(shape, JSON.parse(readFileSync(captured, 'utf8')));
    expect(activities.length).toBeGreaterThan(0);
    for (const { rawResponseBody, fingerprint } of activities) {
      const read = parseActivity(JSON.parse(rawResponseBody));
      expect(read.fingerprint).toBe(fingerprint);
      expect(read.votes?.[0]?.selection).toBe('VOTE_SELECTION_APPROVED');
    }
  });
});

describe('parseResult', () => {
  test('behavior: returns the member under the result key', () => {
    expect(parseResult(version, parseActivity({ activity: flat }))).toEqual({ walletId: WALLET });
  });

  test('error: a result of another operation is malformed', () => {
    const other = { ...flat, result: { updateUserNameResult: { userId: WALLET } } };
    expect(code(() => parseResult(version, parseActivity({ activity: other })))).toBe(
      'service_malformed',
    );
  });
});

describe('isIntentEcho', () => {
  const echo = (intent: object, parameters: object) =>
    isIntentEcho(
      version,
      parseActivity({ activity: { ...flat, intent: { updateWalletIntent: intent } } }),
      parameters,
    );

  test('behavior: order and nulls don’t matter', () => {
    expect(echo({ walletName: 'a', walletId: WALLET }, { walletId: WALLET, walletName: 'a' })).toBe(
      true,
    );
    expect(echo({ walletId: WALLET }, { walletId: WALLET, walletName: null })).toBe(true);
  });

  test('behavior: another value, a missing or an added member is no echo', () => {
    expect(echo({ walletId: WALLET, walletName: 'b' }, { walletId: WALLET, walletName: 'a' })).toBe(
      false,
    );
    expect(echo({ walletId: WALLET }, { walletId: WALLET, walletName: 'a' })).toBe(false);
    expect(
      echo({ walletId: WALLET, walletName: 'a', x: 1 }, { walletId: WALLET, walletName: 'a' }),
    ).toBe(false);
  });

  test('behavior: the order of a list matters', () => {
    expect(echo({ walletId: ['a', 'b'] }, { walletId: ['b', 'a'] })).toBe(false);
  });
});

describe('how an activity ended', () => {
  const withStatus = (status: string) =>
    parseActivity({ activity: { ...flat, status, failure: { code: 3, message: 'no' } } });

  test('behavior: COMPLETED, FAILED and REJECTED only; never an unknown one', () => {
    const ended = (status: string) => readEnd(withStatus(status)) !== null;
    const terminal = ACTIVITY_STATUS.filter(ended).map((status) =>
      status.slice('ACTIVITY_STATUS_'.length),
    );
    expect(terminal).toEqual(['COMPLETED', 'FAILED', 'REJECTED']);
    expect(ended('ACTIVITY_STATUS_NEW')).toBe(false);
  });

  test('error: tells failed and rejected apart', () => {
    const code = (status: string) => errorOfEnd(withStatus(status))?.code ?? 'none';
    expect(code('ACTIVITY_STATUS_FAILED')).toBe('activity_failed');
    expect(code('ACTIVITY_STATUS_REJECTED')).toBe('activity_rejected');
    expect(code('ACTIVITY_STATUS_PENDING')).toBe('none');
  });
});

describe('readRefusal', () => {
  test('behavior: takes the top-level code, otherwise the one in the details', () => {
    const detail = { '@type': 'x', turnkeyErrorCode: 'API_KEY_EXPIRED' };
    expect(
      readRefusal({
        code: 16,
        message: 'expired api key',
        turnkeyErrorCode: '',
        details: [detail],
      }),
    ).toEqual({
      serviceCode: 'API_KEY_EXPIRED',
      serviceMessage: 'expired api key',
      grpc: 16,
    });
    expect(readRefusal({ message: 'm', turnkeyErrorCode: 'SIGNATURE_INVALID' })?.serviceCode).toBe(
      'SIGNATURE_INVALID',
    );
  });

  test('behavior: says what is wrong with which field, and nothing that is not in the known form', () => {
    const fieldViolations = [{ field: 'parameters.userEmail', description: 'is no address' }];
    const detail = { '@type': 'type.googleapis.com/google.rpc.BadRequest' };
    const read = (...details: object[]) => readRefusal({ message: 'm', details })?.fieldViolations;
    expect(read({ '@type': 'x' }, { ...detail, fieldViolations })).toEqual(fieldViolations);
    expect(read(detail)).toBeUndefined();
    expect(read({ '@type': 'x.Other', fieldViolations })).toBeUndefined();
    for (const bad of [{ field: 'x' }, { field: '', description: 'x' }, 'x', null]) {
      expect(read({ ...detail, fieldViolations: [bad] })).toBeUndefined();
    }
    const long = { field: 'x', description: 'x'.repeat(501) };
    expect(read({ ...detail, fieldViolations: [long] })).toBeUndefined();
    const many = Array.from({ length: 51 }, () => fieldViolations[0]);
    expect(read({ ...detail, fieldViolations: many })).toBeUndefined();
  });

  test('behavior: says what each policy said, and nothing that is not in the known form', () => {
    const policyEvaluations = [{ policyId: 'p1', outcome: 'OUTCOME_DENY_EXPLICIT' }];
    const detail = { '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError' };
    const read = (...details: object[]) =>
      readRefusal({ message: 'm', details })?.policyEvaluations;
    expect(read({ ...detail, message: 'x', policyEvaluations })).toEqual(policyEvaluations);
    expect(read({ '@type': 'x' }, { ...detail, policyEvaluations: [] })).toEqual([]);
    expect(read(detail)).toBeUndefined();
    expect(read({ ...detail, '@type': 'x.Other', policyEvaluations })).toBeUndefined();
    for (const bad of [{ policyId: 'p1' }, { policyId: '', outcome: 'OUTCOME_ALLOW' }, 'p1']) {
      expect(read({ ...detail, policyEvaluations: [bad] })).toBeUndefined();
    }
    const html = { policyId: 'p1', outcome: '<b>' };
    expect(read({ ...detail, policyEvaluations: [html] })).toBeUndefined();
    const many = Array.from({ length: 201 }, () => policyEvaluations[0]);
    expect(read({ ...detail, policyEvaluations: many })).toBeUndefined();
  });

  test('behavior: truncates long messages, and returns nothing for other bodies', () => {
    expect(readRefusal({ message: 'x'.repeat(9000) })?.serviceMessage).toHaveLength(500);
    for (const body of ['<html>', null, 3, {}, { details: 'x' }])
      expect(readRefusal(body)).toBeUndefined();
  });
});
