import * as v from 'valibot';
import { PAGE_MARK, type Downward, type Tell } from '../../protocol/page.ts';
import { item, type Area } from '../../storage/area.ts';
import type { Caller } from './caller.ts';

/** A document that has asked something: where an answer goes, and to nobody else. */
export type Seat = {
  /** UUID that its bridge made; bridges drop what is for another one. */
  readonly seat: string;
  readonly tabId: number;
  /** The browser's own name of the document; Firefox has none. */
  readonly documentId: string | null;
};

/**
 * Sends to the bridge of a document. Rejects, or resolves with something else than true, when that
 * document is not there any more.
 */
export type TellDocument = (seat: Seat, message: Downward) => Promise<unknown>;

type Taken = Pick<Caller, 'origin' | 'privateWindow'> & { readonly seat: Seat };

const MOST_SEATS = 200;
/** Documents of one tab: what can lie in its back/forward cache, and no flood of made-up ones. */
const MOST_SEATS_OF_TAB = 10;
/** A page whose own scripts keep it busy answers late; one that is gone, at once. */
const PATIENCE_MS = 1500;

/**
 * - `heard`: the document has it
 * - `busy`: no answer in time; its own scripts keep it from listening, or hold it
 * - `gone`: it is not there any more
 */
export type Heard = 'heard' | 'busy' | 'gone';

/** Ours wrote it, where nobody else can write. */
const list = v.custom<readonly Taken[]>(Array.isArray);

export type Seats = ReturnType<typeof createSeats>;

/** The documents that may be told something. A page that never asks is not among them. */
export function createSeats(effects: {
  readonly session: Area;
  readonly tell: TellDocument;
  readonly later: (ms: number, act: () => void) => () => void;
}) {
  const stored = item<readonly Taken[]>(effects.session, 'seats', list);
  let seats: readonly Taken[] | undefined;

  const all = async (): Promise<readonly Taken[]> => {
    const found = seats ?? (await stored.get().catch(() => undefined)) ?? [];
    seats ??= found;
    return seats;
  };

  async function keep(next: readonly Taken[]): Promise<void> {
    seats = next;
    // Without it a page is not told by the next worker; it asks by itself when it is looked at.
    await stored.set(next).catch(() => undefined);
  }

  async function send(seat: Seat, tell: Tell | null): Promise<Heard> {
    const message = { mark: PAGE_MARK, seat: seat.seat } as const;
    const full = tell ? { ...message, text: JSON.stringify(tell) } : message;
    let cancel = () => {};
    const patience = new Promise<Heard>((resolve) => {
      cancel = effects.later(PATIENCE_MS, () => resolve('busy'));
    });
    const sent = effects.tell(seat, full).then(
      (answer): Heard => (answer === true ? 'heard' : 'gone'),
      (): Heard => 'gone',
    );
    return Promise.race([sent, patience]).finally(() => cancel());
  }

  return {
    /** Notes who has asked. */
    take: async ({ origin, privateWindow, tabId, documentId }: Caller, seat: string) => {
      const known = await all();
      if (known.some((one) => one.seat.seat === seat)) return;
      const taken = { origin, privateWindow, seat: { seat, tabId, documentId } };
      const ofTab = known.filter((one) => one.seat.tabId === tabId);
      const old = ofTab.slice(0, Math.max(0, ofTab.length + 1 - MOST_SEATS_OF_TAB));
      const others = known.filter((one) => !old.includes(one));
      await keep([...others, taken].slice(-MOST_SEATS));
    },
    leave: async (seat: string) => {
      const known = await all();
      const left = known.filter((one) => one.seat.seat !== seat);
      if (left.length < known.length) await keep(left);
    },
    /** Whether the document is there, for sure. */
    isThere: async (seat: Seat) => (await send(seat, null)) === 'heard',
    /** Whether it is, as far as can be told in the time that it has to answer. */
    look: (seat: Seat) => send(seat, null),
    say: send,
    /** To every document of a site, in private windows or in the others. */
    sayAll: async (site: Pick<Caller, 'origin' | 'privateWindow'>, tell: Tell) => {
      const of = (await all()).filter(
        (one) => one.origin === site.origin && one.privateWindow === site.privateWindow,
      );
      await Promise.all(of.map(({ seat }) => send(seat, tell)));
    },
    /** To every document that has asked anything. */
    sayEverybody: async (tell: Tell) => {
      await Promise.all((await all()).map(({ seat }) => send(seat, tell)));
    },
  };
}
