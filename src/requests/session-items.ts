/** Where the session area has what is pending, how requests ended, and the state of the window. */
export const SESSION_ITEMS = {
  pending: 'requests',
  ended: 'requests.ended',
  window: 'confirm.window',
} as const;
