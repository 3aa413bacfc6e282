import { CHAINS, DEFAULT_FORMATS, FORMATS, formatsByChain } from '../../addresses/formats.ts';
import type { Chain, Format, Network } from '../../addresses/formats.ts';
import type { Reading } from '../../keys/form.ts';

/** A format that can be chosen for a key. */
export type FormatOffer = {
  readonly format: Format;
  readonly network: Network;
  /** Something of the service's rule is not public: another reading may come back. */
  readonly open: boolean;
};

export type ChainOffer = {
  readonly chain: Chain;
  readonly name: string;
  /** Keys of this chain are written in the form that was read; none where any chain uses it. */
  readonly own: boolean;
  readonly formats: readonly FormatOffer[];
};

/** The formats to choose from for a key of a curve, those of its own form's chains first. */
export function offersFor({ curve, formats: own }: Reading): readonly ChainOffer[] {
  const chains = formatsByChain(curve);
  const tells = own.length < chains.reduce((sum, { formats }) => sum + formats.length, 0);
  const all = chains.map(({ chain, name, formats }) => ({
    chain,
    name,
    own: tells && formats.some((format) => own.includes(format)),
    formats: formats.map((format) => ({
      format,
      network: FORMATS[format].network,
      open: FORMATS[format].open.length > 0,
    })),
  }));
  return [...all.filter((one) => one.own), ...all.filter((one) => !one.own)];
}

/**
 * What is chosen at first: the curve's usual formats for a form that any chain may use; else one
 * format of the form's own chain, on its network. With the public key beside it anyone can check
 * the rest of the reply later.
 */
export function chosenAtFirst({ curve, formats: own }: Reading): readonly Format[] {
  const usual = DEFAULT_FORMATS[curve];
  if (usual.every((format) => own.includes(format))) return usual;
  const [chain] = formatsByChain(curve).flatMap(({ preferred, formats }) => {
    const fitting = formats.filter((format) => own.includes(format));
    if (fitting.length === 0) return [];
    const { kind } = FORMATS[preferred];
    return fitting.find((format) => FORMATS[format].kind === kind) ?? fitting;
  });
  const carriers = usual.filter((format) => format === CHAINS.none.preferred);
  return chain === undefined ? usual : [chain, ...carriers];
}
