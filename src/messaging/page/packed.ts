import type { Draft } from '../../activities/submit.ts';
import { utf8 } from '../../crypto/bytes.ts';
import type { ConnectWish, OperationWish } from '../../protocol/approval.ts';
import type { Approval } from './approvals.ts';

/*
 * An approval as it lies in the session area, which has 10 MB for everybody: what a page sent is in
 * there once, as text. Once the exact body is made, that is the text.
 */

type Values = Readonly<Record<string, unknown>>;
/** A draft without what its body says too. */
type Head = Omit<Draft, 'parameters' | 'body'>;

export type Packed = Omit<Approval, 'wish' | 'made'> & {
  readonly wish: ConnectWish | OperationWish;
  /** JSON of the parameters; null where a body has them, and for what has none. */
  readonly parameters: string | null;
  readonly made: {
    readonly body: string;
    readonly digest: string;
    readonly at: number;
    readonly draft: Head | null;
  } | null;
};

/** Every change writes them all: what has not changed is not made anew. */
const packed = new WeakMap<Approval, Packed>();
const sizes = new WeakMap<Approval, number>();

export function pack(one: Approval): Packed {
  const known = packed.get(one) ?? packing(one);
  packed.set(one, known);
  return known;
}

function packing(one: Approval): Packed {
  const { wish, made, ...rest } = one;
  if (wish.kind === 'connect') return { ...rest, wish, parameters: null, made: null };
  const { parameters, ...slim } = wish;
  if (!made) return { ...rest, wish: slim, parameters: JSON.stringify(parameters), made };
  const { body, digest, at } = made;
  return { ...rest, wish: slim, parameters: null, made: { body, digest, at, draft: headOf(made) } };
}

function headOf({ draft }: NonNullable<Approval['made']>): Head | null {
  if (!draft) return null;
  const { parameters: _parameters, body: _body, ...head } = draft;
  return head;
}

/** The parameters that a body was made with. */
function parametersOf(body: string, isActivity: boolean): Values {
  const { organizationId: _organization, ...flat } = JSON.parse(body) as Values;
  return isActivity ? (flat['parameters'] as Values) : flat;
}

export function unpack({ wish, parameters, made, ...rest }: Packed): Approval {
  if (wish.kind === 'connect') return { ...rest, wish, made: null };
  if (!made) {
    const values = JSON.parse(parameters ?? '{}') as Values;
    return { ...rest, wish: { ...wish, parameters: values }, made };
  }
  const { body, draft } = made;
  const values = parametersOf(body, draft !== null);
  const whole = draft && { ...draft, parameters: values, body };
  return { ...rest, wish: { ...wish, parameters: values }, made: { ...made, draft: whole } };
}

/** What is written around the text of an approval, with room to spare. */
const FRAME_BYTES = 2048;

/** How much of the session area an approval takes. */
export function bytesOf(one: Approval): number {
  const { parameters, made } = pack(one);
  const size = sizes.get(one) ?? FRAME_BYTES + utf8((made?.body ?? parameters) || '').length;
  sizes.set(one, size);
  return size;
}
