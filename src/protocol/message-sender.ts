/** Who sent a message, according to the browser. Nothing in the message itself counts. */
export type MessageSender = {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly frameId?: number | undefined;
  readonly tab?:
    | {
        readonly id?: number | undefined;
        readonly incognito?: boolean;
        /** Firefox only; it needs no permission there (docs/platform.md, Container tabs). */
        readonly cookieStoreId?: string | undefined;
      }
    | undefined;
  readonly documentId?: string | undefined;
  readonly documentLifecycle?: string | undefined;
};
