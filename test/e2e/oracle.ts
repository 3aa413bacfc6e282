import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { codeHeaders, newSetUpCode } from '../set-up-code.ts';

/**
 * An independent view of the local service: the vendor's own client with a key of its own. Tests
 * read from it what is actually stored, so that they don't rely on Keystamp's own account.
 */
export type Oracle = {
  readonly client: TurnkeyClient;
  readonly organizationId: string;
  readonly userId: string;
  /** How many activities of each type were carried out. */
  readonly effects: () => Promise<Readonly<Record<string, number>>>;
  /** The newest code that the local service "sent" to a contact. */
  readonly code: (contact: string) => Promise<string>;
  /** Creates a wallet, as another user of the organization. */
  readonly createWallet: (walletName: string) => Promise<void>;
  /** To whom a code was "sent". */
  readonly contact: (otpId: string) => Promise<string | undefined>;
};

type SentCode = {
  readonly otpId: string;
  readonly contact: string;
  readonly code: string;
  readonly createdAt: number;
};

async function json<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Enrolls a new P-256 key at the local service and creates the vendor's client with it. */
export async function oracleAt(url: string): Promise<Oracle> {
  const privateKey = generatePrivateKey('P256');
  const publicKey = toHex(publicKeyOf('P256', privateKey));
  const enrolled = await json<{ organizationId: string; userId: string }>(`${url}/local/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      publicKey,
      curveType: 'API_KEY_CURVE_P256',
      userName: 'Oracle',
      setUpCode: newSetUpCode(),
    }),
  });
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: toHex(privateKey) });
  const codes = async () => {
    const init = { headers: codeHeaders() };
    return (await json<{ codes: readonly SentCode[] }>(`${url}/local/otp`, init)).codes;
  };
  const client = new TurnkeyClient({ baseUrl: url }, stamper);
  return {
    ...enrolled,
    client,
    createWallet: async (walletName) => {
      await client.createWallet({
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        timestampMs: String(Date.now()),
        organizationId: enrolled.organizationId,
        parameters: { walletName, accounts: [] },
      });
    },
    effects: async () =>
      (await json<{ effects: Record<string, number> }>(`${url}/local/effects`)).effects,
    contact: async (otpId) => (await codes()).find((one) => one.otpId === otpId)?.contact,
    code: async (contact) => {
      const newest = (await codes())
        .filter((one) => one.contact === contact)
        .sort((a, b) => b.createdAt - a.createdAt)[0];
      if (!newest) throw new Error(`no code was sent to ${contact}`);
      return newest.code;
    },
  };
}
