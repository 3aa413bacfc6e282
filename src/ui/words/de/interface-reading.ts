import type { interfaceReadingWords } from '../en/interface-reading.ts';
import type { Translation } from '../translation.ts';

export const interfaceReadingWordsDe = {
  'interface.source.entry': 'Aus einem einzelnen ABI-Eintrag gelesen.',
  'interface.source.hardhat': 'Aus einem Hardhat-Artefakt gelesen.',
  'interface.source.foundry': 'Aus einem Foundry-Artefakt gelesen.',
  'interface.source.truffle': 'Aus einem Truffle-Artefakt gelesen.',
  'interface.source.explorer': 'Aus der Antwort eines Block-Explorers gelesen.',
  'interface.source.compiler': 'Aus der Ausgabe eines Compilers gelesen.',
  'interface.source.artifact': 'Aus einem Artefakt gelesen.',
  'interface.source.declarations': 'Aus Deklarationen gelesen und als ABI geschrieben.',
  'interface.named': 'Der Vertrag heißt dort {name}.',
  'interface.note.left': 'Weggelassen: {names}.',
  'interface.note.leftMore': {
    one: 'Weggelassen: {names} und {count} weiteres.',
    other: 'Weggelassen: {names} und {count} weitere.',
  },
  'interface.note.nulls': {
    one: '{count} leerer Eintrag wurde weggelassen.',
    other: '{count} leere Einträge wurden weggelassen.',
  },
  'interface.note.filled': {
    one: 'Was {count} Eintrag offen lässt, wurde ergänzt (Typ oder Argumente).',
    other: 'Was {count} Einträge offen lassen, wurde ergänzt (Typen oder Argumente).',
  },
  'interface.note.mutability': {
    one: 'Aus „constant“ und „payable“ von {count} alten Eintrag wurde „stateMutability“.',
    other: 'Aus „constant“ und „payable“ von {count} alten Einträgen wurde „stateMutability“.',
  },
  'interface.note.structs': {
    one: 'Structs in {count} Eintrag wurden als Tupel geschrieben.',
    other: 'Structs in {count} Einträgen wurden als Tupel geschrieben.',
  },
  'interface.note.minified': 'Leerzeichen und Umbrüche wurden entfernt, damit sie passt.',
  'interface.note.idl_types': 'Eine leere Liste „types“ kam dazu, die der Dienst verlangt.',
  'interface.fault.not_verified':
    'Der Explorer hat keine Schnittstelle dieses Vertrags: Der Quelltext ist dort nicht verifiziert. Frag die Entwickler des Vertrags nach der ABI.',
  'interface.fault.explorer':
    'Der Explorer hat statt einer Schnittstelle „{subject}“ geantwortet. Frag ihn noch einmal.',
  'interface.fault.several': 'Darin stehen mehrere Verträge. Wähle den, den du meinst.',
  'interface.fault.no_abi':
    'In diesem JSON steht keine ABI. Such in der Ausgabe deines Compilers nach „abi“.',
  'interface.fault.idl_for_ethereum':
    'Das ist die IDL eines Solana-Programms. Wähle oben Solana, oder füge eine ABI ein.',
  'interface.fault.abi_for_solana':
    'Das ist die ABI eines Ethereum-Vertrags. Wähle oben Ethereum, oder füge eine Anchor-IDL ein.',
  'interface.fault.codama':
    'Das ist eine Codama-IDL. Der Dienst nimmt Anchor-IDLs: Sieh in target/idl des Programms nach.',
  'interface.fault.declaration':
    'Zeile {at} ist bei „{subject}“ nicht lesbar. Erwartet wird zum Beispiel: function transfer(address to, uint256 amount) returns (bool)',
  'interface.fault.declared_type':
    'Zeile {at}: „{subject}“ ist kein Typ der ABI. Deklariere auch das Struct, oder schreib address für einen Vertrag und uint8 für ein Enum.',
  'interface.fault.entry': '{rule}',
  'interface.fault.entryAt': 'Eintrag {at}: {rule}',
  'interface.fault.too_large':
    'Das ist zu groß zum Lesen (bis zu 8 Millionen Zeichen). Füge nur die ABI ein.',
  'interface.fault.too_long':
    'Die Schnittstelle allein hat {subject} Zeichen; der Dienst nimmt 400.000. Lass weg, was du nicht aufrufst.',
  'interface.fault.cut': 'Dieses JSON endet zu früh. Kopiere alles, bis zur letzten Klammer.',
  'interface.fault.json': 'Das ist weder JSON noch eine Liste von Deklarationen.',
  'interface.fault.script':
    'Das ist JavaScript oder TypeScript. Füge die JSON-Datei ein, aus der es gemacht ist.',
  'interface.fault.web_page': 'Das ist eine Webseite. Kopiere daraus die ABI.',
  'interface.fault.bytecode':
    'Das ist Bytecode. Die Schnittstelle ist eine andere Ausgabe: die ABI.',
  'interface.fault.address': 'Das ist eine Adresse. Such ihre ABI in einem Block-Explorer.',
  'interface.fault.vyper':
    'Das ist Vyper-Quelltext. Lass den Compiler die ABI schreiben: vyper -f abi',
  'interface.fault.solidity':
    'Das ist Solidity-Quelltext. Lass den Compiler die ABI schreiben: solc --abi',
} as const satisfies Translation<typeof interfaceReadingWords>;
