import type { EventData, PageGrant, ProviderMessage } from '../protocol/page-api.ts';
import type { Grant } from '../protocol/site.ts';

/** The events that pages of a site receive. */
export function connectEvent(data: EventData['connect']): ProviderMessage {
  return { event: 'connect', data };
}

export const DISCONNECT_EVENT: ProviderMessage = { event: 'disconnect', data: {} };

export function grantsChangedEvent(grants: readonly Grant[]): ProviderMessage {
  return { event: 'grantsChanged', data: { grants: grants.map(toPageGrant) } };
}

/** A grant as its site sees it: without limits and history. */
export function toPageGrant({ operation, expiresAt, most, used }: Grant): PageGrant {
  return { operation, expiresAt, left: Math.max(0, most - used) };
}
