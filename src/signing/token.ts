import { createContract, ERC20 } from 'micro-eth-signer/abi.js';

/** The calls of a token (ERC-20): the bytes of each, and what an answer's bytes say. */
export const TOKEN_CALLS = createContract(ERC20);
