import { SMART_CONTRACT_INTERFACE_TYPE } from '../../protocol/enums.ts';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import { encryptedBundle, type Fields } from '../../protocol/fields.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';

/**
 * Sent parameters that are encrypted for the service: nobody here can see what is inside. A field of a
 * list's records is named once, `list.name`.
 */
export function sealedFields(fields: Fields, parameters: Values): readonly string[] {
  return Object.entries(fields).flatMap(([name, { schema, control }]) => {
    if (!Object.hasOwn(parameters, name)) return [];
    if (schema === encryptedBundle) return [name];
    const value = parameters[name];
    if (control.kind !== 'record-list' || !Array.isArray(value)) return [];
    const inItems = value.filter(isMembers).flatMap((item) => sealedFields(control.item, item));
    return [...new Set(inItems)].map((member) => `${name}.${member}`);
  });
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
