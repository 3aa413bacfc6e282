import { createBrowserClient } from '../../src/client/own-page-effects.ts';

/* Put into an extension page by the bench: the pages' own client, asked by name. */
Object.assign(globalThis, { pageClient: createBrowserClient });
