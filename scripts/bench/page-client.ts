import { createBrowserClient } from '../../src/client/own-page-effects.ts';

/* The bench puts this into an extension page: the pages' own client, called by name. */
Object.assign(globalThis, { pageClient: createBrowserClient });
