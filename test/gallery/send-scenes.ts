import { writeTokenTransfer } from '../../src/signing/token-transfer.ts';
import { entry, home, id } from '../ui/page/world.ts';
import { openedSubmit, ownRequest } from '../ui/review/world.ts';
import type { Scene } from './scenes.ts';

/* Sending: the form of an account, the review of a token's transfer, and what the service says of it afterwards. */

const FROM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x6b175474e89094c44da98b954eedeac495271d0f';
const CHAIN = 'eip155:31337';
const OPERATION = 'eth_send_transaction';

const PARAMETERS = {
  from: FROM,
  caip2: CHAIN,
  calls: [{ to: TOKEN, data: writeTokenTransfer({ to: TO, amount: 25_500_000n }) }],
};
export const BALANCES = {
  get_wallet_address_balances: {
    balances: [
      { caip19: `${CHAIN}/slip44:60`, symbol: 'ETH', balance: '2500000000000000000', decimals: 18 },
      { caip19: `${CHAIN}/erc20:${TOKEN}`, symbol: 'DEMO', balance: '125500000', decimals: 6 },
    ],
  },
};
/** Another's right to all of the token, of which the organization stored the interface. */
const APPROVAL = {
  ...PARAMETERS,
  calls: [
    {
      to: TOKEN,
      data: `0x095ea7b3${TO.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`,
    },
  ],
};
const CONTRACT = {
  smartContractInterfaceId: id(46),
  smartContractAddress: TOKEN,
  smartContractInterface: JSON.stringify([
    {
      type: 'function',
      name: 'approve',
      inputs: [
        { name: 'spender', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
  ]),
  type: 'ETHEREUM',
  label: 'Demo token',
};
const SENT = {
  ...entry,
  id: id(44),
  operation: OPERATION,
  type: 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2',
  state: 'completed' as const,
  parameters: PARAMETERS,
  result: { sendTransactionStatusId: id(45) },
};

const sends = (says: string, more: Partial<Scene> = {}): Scene => ({
  page: 'popup',
  at: `#/form/${OPERATION}/walletAccount/${id(20)}/${id(5)}`,
  says,
  answers: { activities_list: () => [] },
  service: BALANCES,
  ...more,
});

export const SEND_SCENES: Readonly<Record<string, Scene>> = {
  'popup-send': sends('Network fee', { dark: true }),
  'popup-send-none': sends('Nothing to send', {
    service: { get_wallet_address_balances: { balances: [] } },
  }),
  'popup-sent': {
    page: 'popup',
    at: `#/activity/${id(44)}`,
    says: 'Transaction hash',
    answers: {
      activities_get: () => SENT,
      home: () => ({ ...home, entries: [SENT] }),
    },
    service: {
      ...BALANCES,
      get_send_transaction_status: {
        txStatus: 'INCLUDED',
        eth: { txHash: `0x${'5d2c'.repeat(16)}` },
      },
    },
  },
  'confirm-approval': {
    page: 'confirm',
    requests: [ownRequest(1, OPERATION)],
    says: 'in your contracts',
    size: [400, 760],
    answers: { requests_open: () => openedSubmit(1, OPERATION, APPROVAL) },
    service: {
      ...BALANCES,
      list_smart_contract_interfaces: { smartContractInterfaces: [CONTRACT] },
    },
  },
  'confirm-send': {
    page: 'confirm',
    requests: [ownRequest(1, OPERATION)],
    says: 'Balance after',
    // All of the review at once.
    size: [400, 1040],
    answers: { requests_open: () => openedSubmit(1, OPERATION, PARAMETERS) },
    service: BALANCES,
  },
};
