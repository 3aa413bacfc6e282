import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';

/** Asks the user about a host where the browser doesn't. */
export type HostQuestion = {
  /** The host that the user is being asked about. */
  readonly host: ReadonlySignal<string | null>;
  readonly answer: (isAllowed: boolean) => void;
  /** Like the browser's own request, with Keystamp's own question after it where the browser asks none. */
  readonly requestOriginPermission: (origin: string) => Promise<boolean>;
};

type HostQuestionDeps = {
  readonly client: Client;
  /** Whether the browser asks about each host. */
  readonly asksForHosts: boolean;
  readonly requestOriginPermission: (origin: string) => Promise<boolean>;
};

/** Created once per page. */
export function createHostQuestion({
  client,
  asksForHosts,
  requestOriginPermission,
}: HostQuestionDeps): HostQuestion {
  const host = signal<string | null>(null);
  let resolveAnswer: ((isAllowed: boolean) => void) | undefined;

  const answer = (isAllowed: boolean): void => {
    resolveAnswer?.(isAllowed);
    resolveAnswer = undefined;
    host.value = null;
  };
  const ask = (name: string): Promise<boolean> => {
    answer(false);
    host.value = name;
    return new Promise((resolve) => (resolveAnswer = resolve));
  };

  return {
    host,
    answer,
    requestOriginPermission: async (origin) => {
      // First: the browser takes it within the click only.
      if (!(await requestOriginPermission(origin))) return false;
      const { hostname, protocol } = new URL(origin);
      if (asksForHosts || protocol !== 'https:') return true;
      if (await client.call('hosts_check', { host: hostname })) return true;
      if (!(await ask(hostname))) return false;
      await client.call('hosts_allow', { host: hostname });
      return true;
    },
  };
}
