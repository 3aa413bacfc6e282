/** What a contract’s interface was read from, what was left out, and why it can’t be read. */
export const interfaceReadingWords = {
  'interface.source.entry': 'Read from a single entry of an ABI.',
  'interface.source.hardhat': 'Read from a Hardhat artifact.',
  'interface.source.foundry': 'Read from a Foundry artifact.',
  'interface.source.truffle': 'Read from a Truffle artifact.',
  'interface.source.explorer': 'Read from a block explorer’s answer.',
  'interface.source.compiler': 'Read from a compiler’s output.',
  'interface.source.artifact': 'Read from an artifact.',
  'interface.source.declarations': 'Read from declarations and turned into an ABI.',
  'interface.named': 'The contract is called {name} there.',
  'interface.note.left': 'Left out: {names}.',
  'interface.note.leftMore': {
    one: 'Left out: {names} and {count} more.',
    other: 'Left out: {names} and {count} more.',
  },
  'interface.note.nulls': {
    one: '{count} empty entry was left out.',
    other: '{count} empty entries were left out.',
  },
  'interface.note.filled': {
    one: 'What {count} entry leaves open was written out (its type or its arguments).',
    other: 'What {count} entries leave open was written out (their types or arguments).',
  },
  'interface.note.mutability': {
    one: '“constant” and “payable” of {count} old entry became “stateMutability”.',
    other: '“constant” and “payable” of {count} old entries became “stateMutability”.',
  },
  'interface.note.structs': {
    one: 'Structs in {count} entry were written as tuples.',
    other: 'Structs in {count} entries were written as tuples.',
  },
  'interface.note.minified': 'Spaces and line breaks were removed so that it fits.',
  'interface.note.idl_types': 'An empty “types” list was added, which the service requires.',
  'interface.fault.not_verified':
    'The explorer has no interface for this contract: its source isn’t verified there. Ask the contract’s developers for the ABI.',
  'interface.fault.explorer':
    'The explorer answered “{subject}” instead of an interface. Ask it again.',
  'interface.fault.several': 'There are several contracts in this. Choose the one you mean.',
  'interface.fault.no_abi':
    'This JSON contains no ABI. Look for a member called “abi” in your compiler’s output.',
  'interface.fault.idl_for_ethereum':
    'This is the IDL of a Solana program. Choose Solana above, or paste an ABI.',
  'interface.fault.abi_for_solana':
    'This is the ABI of an Ethereum contract. Choose Ethereum above, or paste an Anchor IDL.',
  'interface.fault.codama':
    'This is a Codama IDL. The service takes Anchor IDLs: look in target/idl of the program.',
  'interface.fault.declaration':
    'Line {at} can’t be read at “{subject}”. Expected is, for example: function transfer(address to, uint256 amount) returns (bool)',
  'interface.fault.declared_type':
    'Line {at}: “{subject}” is no type of the ABI. Declare the struct as well, or write address for a contract and uint8 for an enum.',
  'interface.fault.entry': '{rule}',
  'interface.fault.entryAt': 'Entry {at}: {rule}',
  'interface.fault.too_large':
    'This is too large to read (up to 8 million characters). Paste the ABI alone.',
  'interface.fault.too_long':
    'The interface alone has {subject} characters; the service takes 400,000. Leave out what you don’t call.',
  'interface.fault.cut': 'This JSON ends too early. Copy all of it, to the last bracket.',
  'interface.fault.json': 'This is neither JSON nor a list of declarations.',
  'interface.fault.script':
    'This is JavaScript or TypeScript. Paste the JSON file that it was made from.',
  'interface.fault.web_page': 'This is a web page. Copy the ABI from it.',
  'interface.fault.bytecode': 'This is bytecode. The interface is another output: the ABI.',
  'interface.fault.address': 'This is an address. Look up its ABI in a block explorer.',
  'interface.fault.vyper': 'This is Vyper source. Have the compiler write the ABI: vyper -f abi',
  'interface.fault.solidity':
    'This is Solidity source. Have the compiler write the ABI: solc --abi',
} as const;
