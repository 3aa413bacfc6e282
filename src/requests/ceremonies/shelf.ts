import * as v from 'valibot';
import type { ActivityRequest } from '../../activities/submit.ts';
import type { CeremonyView } from '../../protocol/ceremony.ts';
import { createItem, type Area } from '../../storage/area.ts';
import type { PreparedBody } from '../prepared-body.ts';

/** One request that waits for a passkey. */
export type Ceremony = CeremonyView & {
  /** What was asked, secrets included: memory only, like the body that holds them. */
  readonly wish: Pick<ActivityRequest, 'parameters' | 'secrets'>;
  readonly made: PreparedBody;
};

export type ShelfEffects = {
  /** Memory only. */
  readonly session: Area;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Something that waits has changed. */
  readonly onChange: () => void;
};

/** Nobody goes on with a request of yesterday. */
const OLDEST_MS = 3_600_000;
const MOST = 20;

/** Ours wrote them, in this session of the browser, where nobody else can write. */
const stored = v.custom<readonly Ceremony[]>(Array.isArray);

export type Shelf = ReturnType<typeof createShelf>;

/** Where they wait: in memory-only storage, which outlives the worker and not the browser. */
export function createShelf({ session, now, onChange }: ShelfEffects) {
  const shelf = createItem(session, 'ceremonies', stored);
  let line: Promise<unknown> = Promise.resolve();

  /** Oldest first. */
  async function all(): Promise<readonly Ceremony[]> {
    const found = (await shelf.get().catch(() => undefined)) ?? [];
    return found.filter(({ at }) => now() - at < OLDEST_MS);
  }

  async function write(edit: (list: readonly Ceremony[]) => readonly Ceremony[]): Promise<void> {
    const next = edit(await all());
    await (next.length > 0 ? shelf.set(next) : shelf.remove());
    onChange();
  }

  /** One change after the other: each writes the whole list. */
  function change(edit: (list: readonly Ceremony[]) => readonly Ceremony[]): Promise<void> {
    const run = line.then(() => write(edit));
    line = run.catch(() => undefined);
    return run;
  }

  return {
    all,
    put: (one: Ceremony) =>
      change((list) => [...list.filter(({ id }) => id !== one.id), one].slice(-MOST)),
    drop: (id: string) => change((list) => list.filter((one) => one.id !== id)),
    clear: () => change(() => []),
  };
}
