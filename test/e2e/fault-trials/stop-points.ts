import type { Worker } from 'playwright';

/*
 * Points within the worker at which activities stand still until everything is stopped. The worker
 * runs as built; from outside, its network and its cryptography are made to wait for as long as it
 * lives.
 */

/** What the injected functions use, in the worker. */
type Hooks = { freeze: boolean; sealing: number; readonly sending: Set<string> };
declare const keystampTrial: Hooks;

/** How many activities stand still, and where. */
export type StandStill = {
  /** Names in the bodies that were about to be sent. */
  readonly sending: readonly string[];
  /** How many were about to seal what they write to disk. */
  readonly sealing: number;
};

/**
 * Runs in the worker. An activity with one of the names gets as far as the network and no further:
 * it is on disk. Once frozen, nothing is sealed for the disk anymore: what was about to be written,
 * whether new or with a reply, isn't.
 */
function installHooks({ path, names }: { path: string; names: readonly string[] }): void {
  const hooks: Hooks = { freeze: false, sealing: 0, sending: new Set() };
  Object.assign(globalThis, { keystampTrial: hooks });
  const never = () => new Promise<never>(() => undefined);
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = typeof init?.body === 'string' ? init.body : '';
    const name = names.find((one) => body.includes(`"${one}"`));
    if (name === undefined || !address.endsWith(path)) return fetch(input, init);
    hooks.sending.add(name);
    return never();
  };
  const { subtle } = crypto;
  const encrypt = subtle.encrypt.bind(subtle);
  subtle.encrypt = (...given) => {
    if (!hooks.freeze) return encrypt(...given);
    hooks.sealing += 1;
    return never();
  };
}

/** Prepares a running worker. `names`: activities that stop before they are sent. */
export const watchWorker = (worker: Worker, path: string, names: readonly string[]) =>
  worker.evaluate(installHooks, { path, names });

/** From now on nothing is sealed for the disk. */
export const freezeWrites = (worker: Worker) =>
  worker.evaluate(() => void (keystampTrial.freeze = true));

export const readStandStill = (worker: Worker): Promise<StandStill> =>
  worker.evaluate(() => ({
    sending: [...keystampTrial.sending],
    sealing: keystampTrial.sealing,
  }));
