import { CHAINS, DEFAULT_FORMATS, FORMATS, formatsByChain } from '../../addresses/formats.ts';
import type { Chain, Format, Network } from '../../addresses/formats.ts';
import type { CurveCandidate } from '../../keys/encoding-reader.ts';

/** A format to choose for a key. */
type FormatOffer = {
  readonly format: Format;
  readonly network: Network;
  /** Part of the service's rule isn't public: the answer may follow another reading. */
  readonly hasOpenRule: boolean;
};

export type ChainOffer = {
  readonly chain: Chain;
  readonly name: string;
  /** Keys of this chain use the form that was read; none where every chain uses it. */
  readonly own: boolean;
  readonly formats: readonly FormatOffer[];
};

/** The formats to choose from for a key of a curve, those of its own form's chains first. */
export function listFormatOffers({ curve, formats: own }: CurveCandidate): readonly ChainOffer[] {
  const chains = formatsByChain(curve);
  const isSpecific = own.length < chains.reduce((sum, { formats }) => sum + formats.length, 0);
  const allOffers = chains.map(({ chain, name, formats }) => ({
    chain,
    name,
    own: isSpecific && formats.some((format) => own.includes(format)),
    formats: formats.map((format) => ({
      format,
      network: FORMATS[format].network,
      hasOpenRule: FORMATS[format].open.length > 0,
    })),
  }));
  return [...allOffers.filter((offer) => offer.own), ...allOffers.filter((offer) => !offer.own)];
}

/**
 * The initial choice: the curve's usual formats for a form that any chain may use; otherwise one
 * format of the form's own chain, on its network. With the public key next to it, anyone can check
 * the rest of the answer later.
 */
export function defaultFormats({ curve, formats: own }: CurveCandidate): readonly Format[] {
  const usual = DEFAULT_FORMATS[curve];
  if (usual.every((format) => own.includes(format))) return usual;
  const [chainFormat] = formatsByChain(curve).flatMap(({ preferred, formats }) => {
    const fitting = formats.filter((format) => own.includes(format));
    if (fitting.length === 0) return [];
    const { kind } = FORMATS[preferred];
    return fitting.find((format) => FORMATS[format].kind === kind) ?? fitting;
  });
  const publicKeyFormats = usual.filter((format) => format === CHAINS.none.preferred);
  return chainFormat === undefined ? usual : [chainFormat, ...publicKeyFormats];
}
