const PLACE = /^#\/(?:(unlock)|stamp\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** What the page is opened for: to unlock, or to have one body stamped. */
export type Errand = { readonly kind: 'unlock' } | { readonly kind: 'stamp'; readonly id: string };

/** The errand that a location hash names; to unlock when it names none. */
export function readErrand(hash: string): Errand {
  const id = PLACE.exec(hash)?.[2];
  return id === undefined ? { kind: 'unlock' } : { kind: 'stamp', id };
}
