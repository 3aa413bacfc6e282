import { LOCAL_CHAIN } from '../../protocol/coins.ts';
import { EVM_CHAIN, type EvmChain } from '../../protocol/enums.ts';
import type { Profile } from '../../protocol/profile.ts';
import { Field } from '../components/field.tsx';
import { Select } from '../components/inputs.tsx';
import { choiceWord } from '../forms/words.ts';
import { t } from '../i18n.ts';

/** The chains that a service knows: only one of one's own has a local chain, and then that is meant. */
export function chainsOf({ service }: Pick<Profile, 'service'>): readonly EvmChain[] {
  const others = EVM_CHAIN.filter((chain) => chain !== LOCAL_CHAIN);
  if (service === 'turnkey') return others;
  return service === 'local' ? [LOCAL_CHAIN, ...others] : [...others, LOCAL_CHAIN];
}

/** One of the chains that a service knows. */
export function NetworkField(props: {
  readonly chains: readonly EvmChain[];
  readonly chain: EvmChain;
  readonly onChange: (chain: EvmChain) => void;
}) {
  const { chains, chain, onChange } = props;
  return (
    <Field label={t('object.network')}>
      {(ids) => (
        <Select
          {...ids}
          value={chain}
          options={chains.map((value) => ({ value, label: choiceWord(value) }))}
          onChange={(value) => {
            const next = chains.find((one) => one === value);
            if (next) onChange(next);
          }}
        />
      )}
    </Field>
  );
}
