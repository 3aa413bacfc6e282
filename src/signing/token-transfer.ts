/** A token's `transfer(address,uint256)` (ERC-20), by its form: any contract may take it for something else. */
export type TokenTransfer = {
  /** Lower-case 0x hex. */
  readonly to: string;
  /** In the token's smallest unit. */
  readonly amount: bigint;
};

const SELECTOR = '0xa9059cbb';
const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** Reads lower-case 0x hex; undefined for anything but exactly this call. */
export function readTokenTransfer(data: string): TokenTransfer | undefined {
  const [, to, amount] = TRANSFER.exec(data) ?? [];
  if (to === undefined || amount === undefined) return undefined;
  return { to: `0x${to}`, amount: BigInt(`0x${amount}`) };
}

/** The call that moves an amount of a token; `to` has 0x and 40 hex digits. */
export function writeTokenTransfer({ to, amount }: TokenTransfer): string {
  const words = [to.slice(2).toLowerCase(), amount.toString(16)];
  return `${SELECTOR}${words.map((word) => word.padStart(64, '0')).join('')}`;
}
