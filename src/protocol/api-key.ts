/** As many as the service allows per user (docs/protocol.md, Rates and limits). */
export const MAX_LONG_LIVED_API_KEYS = 10;
export const MAX_EXPIRING_API_KEYS = 10;
