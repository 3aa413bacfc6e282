import { serveKdf } from './kdf.ts';

serveKdf({
  addEventListener: (type, listener) => self.addEventListener(type, listener),
  // The DOM's types know `self` as a window only.
  postMessage: (reply, transfer) => self.postMessage(reply, { transfer }),
});
