import type { EventData, PageGrant, Tell } from '../../protocol/page.ts';
import type { Grant } from '../../protocol/site.ts';

/** The events that pages of a site are told. */
export function connectedTell(data: EventData['connect']): Tell {
  return { event: 'connect', data };
}

export const DISCONNECTED: Tell = { event: 'disconnect', data: {} };

export function grantsTell(grants: readonly Grant[]): Tell {
  return { event: 'grantsChanged', data: { grants: grants.map(pageGrantOf) } };
}

/** A grant as its site sees it: without limits and history. */
export function pageGrantOf({ operation, expiresAt, most, used }: Grant): PageGrant {
  return { operation, expiresAt, left: Math.max(0, most - used) };
}
