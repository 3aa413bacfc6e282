import { chainOf } from '../../protocol/coins.ts';
import { choiceWord } from '../forms/words.ts';
import { t } from '../i18n.ts';

/** A chain by its name, with its id. */
export function chainText(chainId: bigint): string {
  const id = chainId.toString();
  const chain = chainOf(chainId);
  return chain
    ? t('signing.chain.named', { name: choiceWord(chain), id })
    : t('signing.chain', { id });
}
