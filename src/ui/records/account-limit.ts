/** With more wallets than these, their accounts are read when one is opened. */
export const MAX_WITH_ACCOUNTS = 100;
