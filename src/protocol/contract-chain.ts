import { SMART_CONTRACT_INTERFACE_TYPE, type SmartContractInterfaceType } from './enums.ts';

/** The chain of a stored interface. The service lists its bare name (docs/protocol.md, The ten operations). */
export const contractChain = (type: string): SmartContractInterfaceType | undefined =>
  SMART_CONTRACT_INTERFACE_TYPE.find(
    (chain) => chain === type || chain === `SMART_CONTRACT_INTERFACE_TYPE_${type}`,
  );
