import browser from 'webextension-polyfill';

/*
 * The browser's own interface for our pages, the same in Chromium and Firefox. The background has it
 * without the polyfill (src/worker/native-browser.ts), and so have content scripts.
 */

export { browser };
