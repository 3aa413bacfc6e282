import { describe, expect, test } from 'vitest';
import { choiceText } from '../../src/ui/words/en/choices.ts';

describe('choiceText', () => {
  test.each([
    ['FIAT_ON_RAMP_CURRENCY_AUD', 'AUD'],
    ['FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN', 'Bitcoin'],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'Bitcoin P2TR (Taproot)'],
    ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', 'Bitcoin testnet P2WPKH (native SegWit)'],
    ['CURVE_SECP256K1', 'secp256k1'],
    ['PATH_FORMAT_BIP32', 'BIP-32'],
    ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'Waiting for approvals'],
    ['constructor', 'Constructor'],
    ['SOMETHING_NEW', 'Something new'],
  ])('behavior: %s is %s', (value, name) => expect(choiceText(value)).toBe(name));
});
