/*
 * Who may wait for the user when not all can. The slots are shared out by document, tab and site
 * group, and by bytes: nobody gets a slot that is another's.
 */

import { MOST_PENDING, MOST_PENDING_OF_ALL } from '../../protocol/page.ts';
import type { Approval } from './approvals.ts';
import { bytesOf } from './packed.ts';

/** Of the 10 MB that the session area has for everything; one request may have 256 KB of text. */
export const MOST_PENDING_BYTES = 640 * 1024;
export const MOST_PENDING_BYTES_OF_ALL = 2560 * 1024;

type Wait = Pick<Approval, 'id' | 'group' | 'clicked' | 'seat' | 'awayAt' | 'wish' | 'state'>;
type Counted = { readonly one: Wait; readonly bytes: number };

/** Sites that the user has connected stand before strangers, and a click before none. */
function standing({ wish, clicked }: Wait): number {
  return (wish.kind === 'operation' ? 2 : 0) + (clicked ? 1 : 0);
}

const sum = (all: readonly Counted[]): number => all.reduce((so, { bytes }) => so + bytes, 0);

/**
 * What has to go, so that one more may wait; undefined when it may not. `waiting` is oldest first.
 */
export function roomFor(
  newcomer: Approval,
  waiting: readonly Approval[],
): readonly string[] | undefined {
  const fresh = { one: newcomer, bytes: bytesOf(newcomer) };
  let held: readonly Counted[] = waiting.map((one) => ({ one, bytes: bytesOf(one) }));
  const gone: string[] = [];
  const drop = (victim: Counted): void => {
    gone.push(victim.one.id);
    held = held.filter((other) => other !== victim);
  };
  /** Drops what was left by its page, oldest first, while something is too much. */
  const dropLeft = (of: (one: Counted) => boolean, tooMuch: () => boolean): boolean => {
    for (const one of held.filter((found) => of(found) && isLeft(found))) {
      if (!tooMuch()) break;
      drop(one);
    }
    return tooMuch();
  };

  for (const own of sharesOf(newcomer)) {
    const mine = () => held.filter(own.of);
    const tooMuch = () =>
      mine().length >= MOST_PENDING ||
      (own.bytes && sum(mine()) + fresh.bytes > MOST_PENDING_BYTES);
    if (dropLeft(own.of, tooMuch)) return undefined;
  }
  const many = () => held.length >= MOST_PENDING_OF_ALL;
  const large = () => sum(held) + fresh.bytes > MOST_PENDING_BYTES_OF_ALL;
  dropLeft(
    () => true,
    () => many() || large(),
  );
  while (many() || large()) {
    const victim = victimOf(fresh, held, many() ? () => 1 : ({ bytes }) => bytes);
    if (!victim) return undefined;
    drop(victim);
  }
  return gone;
}

function isLeft({ one }: Counted): boolean {
  return one.state === 'asking' && one.awayAt !== null;
}

function sharesOf({ group, seat }: Approval) {
  return [
    { bytes: true, of: ({ one }: Counted) => one.group === group },
    { bytes: false, of: ({ one }: Counted) => seat !== null && one.seat?.tabId === seat.tabId },
  ];
}

/**
 * The newest of the group that holds most, when it goes on holding no less than the newcomer's then;
 * else the newest that stands behind the newcomer. What the user has approved stays.
 */
function victimOf(
  fresh: Counted,
  held: readonly Counted[],
  weigh: (one: Counted) => number,
): Counted | undefined {
  const shares = new Map<string, number>();
  for (const one of held) {
    shares.set(one.one.group, (shares.get(one.one.group) ?? 0) + weigh(one));
  }
  const share = ({ one }: Counted): number => shares.get(one.group) ?? 0;
  const own = share(fresh) + weigh(fresh);
  const others = held.filter(({ one }) => one.state === 'asking' && one.group !== fresh.one.group);
  const ranked = others.toReversed().toSorted((a, b) => share(b) - share(a));
  const most = ranked[0];
  if (most && share(most) - weigh(most) >= own) {
    const rivals = ranked.filter((one) => share(one) === share(most));
    return rivals.toSorted((a, b) => standing(a.one) - standing(b.one))[0];
  }
  const behind = ranked.toSorted((a, b) => standing(a.one) - standing(b.one))[0];
  return behind && standing(behind.one) < standing(fresh.one) ? behind : undefined;
}
