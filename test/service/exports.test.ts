import { decryptExportBundle, encryptWalletToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { describe, expect, test } from 'vitest';
import { listOf, resultOf, type Caller, type Json, type TestService } from './harness.ts';
import { useFreshService } from './fresh-service.ts';

let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ service, root } = fresh);
});

const open = (exportBundle: unknown, embeddedKey: string, returnMnemonic: boolean) =>
  decryptExportBundle({
    exportBundle: String(exportBundle),
    embeddedKey,
    organizationId: root.organizationId,
    dangerouslyOverrideSignerPublicKey: service.info.enclaveQuorumPublic,
    returnMnemonic,
  });

const ethereum = (index: number): Json => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
});

describe('a wallet', () => {
  test('behavior: goes out and in again through the vendor’s own crypto, with the same addresses', async () => {
    const { publicKeyUncompressed, privateKey } = generateP256KeyPair();
    const accounts = [ethereum(0), ethereum(1)];
    const made = resultOf(await root.submit('create_wallet', { walletName: 'Travels', accounts }));
    const { walletId, addresses } = made;
    const out = resultOf(
      await root.submit('export_wallet', { walletId, targetPublicKey: publicKeyUncompressed }),
    );
    const mnemonic = await open(out['exportBundle'], privateKey, true);
    expect(mnemonic.split(' ')).toHaveLength(12);
    const wallets = await listOf(root, 'list_wallets', 'wallets');
    expect(wallets.find((wallet) => wallet['walletId'] === walletId)?.['exported']).toBe(true);
    expect((await root.submit('delete_wallets', { walletIds: [walletId] })).status).toBe(200);
    const { userId, organizationId } = root;
    const { importBundle } = resultOf(await root.submit('init_import_wallet', { userId }));
    const encryptedBundle = await encryptWalletToBundle({
      mnemonic,
      importBundle: String(importBundle),
      userId,
      organizationId,
      dangerouslyOverrideSignerPublicKey: service.info.enclaveQuorumPublic,
    });
    const values = { userId, walletName: 'Back', encryptedBundle, accounts };
    const back = resultOf(await root.submit('import_wallet', values));
    expect(back).toEqual({ walletId, addresses });
  });
});
