import { SMART_CONTRACT_INTERFACE_TYPE } from '../../protocol/enums.ts';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import { encryptedBundle, type Fields } from '../../protocol/fields.ts';
import type { Values } from '../forms/draft.ts';

/** Sent parameters that are encrypted for the service: nobody here can see what is inside. */
export function sealedFields(fields: Fields, parameters: Values): readonly string[] {
  return Object.entries(fields).flatMap(([name, { schema }]) =>
    schema === encryptedBundle && Object.hasOwn(parameters, name) ? [name] : [],
  );
}

/** Sent parameters of a closed list: all that is said of what cannot be seen. */
export function choiceFields(fields: Fields, parameters: Values): readonly string[] {
  return Object.entries(fields).flatMap(([name, { control }]) => {
    const isChoice = control.kind === 'choice' || control.kind === 'choices';
    return isChoice && Object.hasOwn(parameters, name) ? [name] : [];
  });
}

/** A contract interface that is sent. */
export type SentContract = {
  readonly name: string;
  readonly text: string;
  readonly type: SmartContractInterfaceType;
};

/** Every contract interface among the parameters, with its chain. */
export function sentContracts(fields: Fields, parameters: Values): readonly SentContract[] {
  return Object.entries(fields).flatMap(([name, { control }]): SentContract[] => {
    const text = parameters[name];
    if (control.kind !== 'contract-interface' || typeof text !== 'string') return [];
    const type = SMART_CONTRACT_INTERFACE_TYPE.find(
      (candidate) => candidate === parameters[control.type],
    );
    return type ? [{ name, text, type }] : [];
  });
}
