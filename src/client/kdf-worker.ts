import { serveKdf } from './kdf.ts';

serveKdf({
  addEventListener: (type, listener) => self.addEventListener(type, listener),
  // The DOM's types know `self` only as a window.
  postMessage: (reply, transfer) => self.postMessage(reply, { transfer }),
});
