/** Where the popup is. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'operations' }
  | { readonly screen: 'form'; readonly operation: string }
  | { readonly screen: 'review'; readonly operation: string }
  | { readonly screen: 'result'; readonly operation: string }
  | { readonly screen: 'activity'; readonly id: string }
  /** A request that is pending in the confirm window. */
  | { readonly screen: 'passkey'; readonly id: string }
  | { readonly screen: 'activities' }
  | { readonly screen: 'requests' }
  | { readonly screen: 'profiles' };

const OPERATION_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const ID = /^[0-9a-f-]{36}$/;

/** Reads a location hash; anything unknown is home. */
export function readRoute(hash: string): Route {
  const [screen = '', rest = ''] = hash.replace(/^#?\/?/, '').split('/');
  switch (screen) {
    case 'operations':
    case 'activities':
    case 'profiles':
    case 'requests':
      return { screen };
    case 'form':
    case 'review':
    case 'result':
      return OPERATION_NAME.test(rest) ? { screen, operation: rest } : { screen: 'home' };
    case 'activity':
    case 'passkey':
      return ID.test(rest) ? { screen, id: rest } : { screen: 'home' };
    default:
      return { screen: 'home' };
  }
}

/** The opposite of {@link readRoute}. */
export function hashOf(route: Route): string {
  if ('operation' in route) return `#/${route.screen}/${route.operation}`;
  if ('id' in route) return `#/${route.screen}/${route.id}`;
  return route.screen === 'home' ? '#/' : `#/${route.screen}`;
}

/** Where "Back" leads: always one step up, never round in circles. Undefined at home. */
export function parentOf(route: Route): Route | undefined {
  switch (route.screen) {
    case 'home':
      return undefined;
    case 'form':
      return { screen: 'operations' };
    case 'review':
    case 'result':
      return { screen: 'form', operation: route.operation };
    case 'operations':
    case 'activities':
    case 'activity':
    case 'passkey':
    case 'profiles':
    case 'requests':
      return { screen: 'home' };
  }
}
