/*
 * Ways of a text into a script or into markup, tried in a page. Played by the browser tests of both
 * browsers, so it needs nothing around it.
 */

/** What happened to each: `refused` with the error's name, or what it did. */
export type SinkResults = Readonly<Record<string, string>>;

/**
 * Tries every sink in a turn of the page's own: what a debugger evaluates may be exempt from the
 * content policy.
 */
export function trySinks(): Promise<SinkResults> {
  const sinks: Readonly<Record<string, () => unknown>> = {
    innerHTML: () => (document.createElement('div').innerHTML = '<img src="x">'),
    outerHTML: () => {
      const outer = document.createElement('div');
      outer.append(document.createElement('p'));
      if (outer.firstElementChild) outer.firstElementChild.outerHTML = '<b></b>';
    },
    insertAdjacentHTML: () => document.createElement('div').insertAdjacentHTML('beforeend', '<b>'),
    DOMParser: () => new DOMParser().parseFromString('<b></b>', 'text/html'),
    srcdoc: () => (document.createElement('iframe').srcdoc = '<b></b>'),
    scriptSource: () => (document.createElement('script').src = '/background.js'),
    scriptText: () => (document.createElement('script').text = 'window.sunk = true'),
    eventAttribute: () => document.createElement('div').setAttribute('onclick', 'window.sunk = 1'),
    blobWorker: () => new Worker(URL.createObjectURL(new Blob(['']))),
    ownScriptWorker: () => new Worker('/background.js'),
    foreignWorker: () => new Worker('https://127.0.0.1/assets/kdf-worker-a.js'),
    eval: () =>
      void Reflect.apply(Reflect.get(globalThis, 'eval') as () => void, undefined, [
        'window.sunk = 1',
      ]),
    newFunction: () => void Reflect.construct(Function, ['window.sunk = 1']),
    anotherPolicy: () => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => object };
      };
      return trustedTypes.createPolicy('other', { createHTML: (text: string) => text });
    },
  };
  return new Promise((resolve) => {
    setTimeout(() => {
      const results: Record<string, string> = {};
      for (const [name, sink] of Object.entries(sinks)) {
        try {
          sink();
          results[name] = 'done';
        } catch (error) {
          results[name] = error instanceof Error ? `refused: ${error.name}` : 'refused';
        }
      }
      if ('sunk' in globalThis) results['sunk'] = 'a script ran';
      resolve(results);
    });
  });
}
