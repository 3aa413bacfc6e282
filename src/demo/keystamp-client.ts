import type { PageOperation } from '../sdk/operations.ts';
import { discover, type Answer, type Keystamp } from '../sdk/sdk.ts';

/*
 * Keystamp as this page uses it: the SDK, called with operation names and parameters that only the
 * visitor knows.
 */

const DISCOVERY_MS = 2000;

type ClientMember =
  | 'version'
  | 'connect'
  | 'disconnect'
  | 'capabilities'
  | 'status'
  | 'resume'
  | 'pending'
  | 'on'
  | 'off';

export type KeystampClient = Pick<Keystamp, ClientMember> & {
  readonly request: (
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
};

/** Finds Keystamp; null when it isn't there. */
export async function findKeystamp(uuid: () => string): Promise<KeystampClient | null> {
  const keystamp = await discover({ timeoutMs: DISCOVERY_MS });
  if (!keystamp) return null;
  const { version, connect, disconnect, capabilities, status, resume, pending, on, off } = keystamp;
  const core = { version, connect, disconnect, capabilities, status, resume, pending, on, off };
  return {
    ...core,
    // What the visitor types has no static type: Keystamp says what it refuses. The key is part of
    // the request's id, and tells the operation after a reload.
    request: (operation, parameters) =>
      keystamp.request(operation as PageOperation, parameters as never, {
        idempotencyKey: `${operation} ${uuid()}`,
      }),
  };
}
