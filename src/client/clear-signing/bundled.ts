import { CLEARSIG_REPO } from 'micro-eth-signer/abi.js';
import { createPack } from './descriptor.ts';

/*
 * The descriptors that come with Keystamp: those of micro-eth-signer for well-known tokens and exchanges, from the public
 * registry or its author's own. Nobody attested them. Load lazily.
 */
export const BUNDLED = createPack(Object.values(CLEARSIG_REPO));
