// The two vectors of the Web3 Secret Storage Definition, and their password.

export const KEYSTORE_PASSWORD = 'testpassword';
/** What PBKDF2 derives from it for the file of that kind. */
export const PBKDF2_KEY = 'f06d69cdc7da0faffb1008270bca38f5e31891a3a773950e6d0fea48a7188551';
export const KEYSTORE_SECRET = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
export const PBKDF2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
export const SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      r: 1,
      p: 8,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
export const KEYSTORE_ADDRESS = '008aeeda4d805471df9b2a5b0f38a0c3bcba786b';

/**
 * With the numbers of geth, and a password beyond ASCII. Written by ethers 6.17.0
 * (`encryptKeystoreJsonSync`).
 */
export const GETH_PASSWORD = 'pässwort 密码';
export const GETH_SECRET = '7c0f3ad1a1b2f64ba1e5d3f3ab7c5d6e8f9012345fedcba98765432100ff11aa';
export const GETH = {
  address: 'c8881fd78a8b0369b56ef7892f31f091eee8c665',
  id: 'b0f909ea-8891-482a-ac55-a886a1be56e7',
  version: 3,
  Crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: {
      iv: 'b9cd264f302281a43da0bb985519a95f',
    },
    ciphertext: '2cd0538743cb122feaea68b5dd6ac417ba3a817a97f8e7de102bd72519d457ff',
    kdf: 'scrypt',
    kdfparams: {
      salt: '3760adfe867bf5c609d5078315b73bd9f1693045f2303434490f483ecad0f111',
      n: 262144,
      dklen: 32,
      p: 1,
      r: 8,
    },
    mac: '91a21bd9d4f051a95310791718a5db0993457eb1e4dfd15a7ae778fadcea8425',
  },
};
