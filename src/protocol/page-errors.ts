import type { PageErrorCode } from './page-api.ts';

/** What a page reads for each code. Reveals nothing of Keystamp's internals or the user's data. */
export const PAGE_SENTENCES: Readonly<Record<PageErrorCode, string>> = {
  invalid_request: 'This is not a request that Keystamp understands.',
  unsupported_operation: 'Keystamp does not offer this operation to web pages.',
  invalid_parameters: 'A parameter is not what the operation takes.',
  not_connected: 'This site is not connected for this operation. Call connect first.',
  refused: 'The user refused.',
  withdrawn: 'The request was withdrawn: its page was left, or the site was disconnected.',
  rate_limited: 'Too many requests. Wait before the next one.',
  too_many_pending: 'Too many requests of this site wait for the user.',
  too_large: 'The request is larger or deeper than Keystamp accepts.',
  unknown_request: 'No request of this site has this ID.',
  locked: 'Keystamp is locked. The outcome can be read once the user has unlocked it.',
  service_error: 'The service refused the request. Nothing was carried out.',
  activity_failed: 'The service accepted the activity but could not carry it out.',
  activity_rejected: 'The activity was rejected by a vote or a policy.',
  outcome_unknown: 'It is not known whether the service carried this out.',
  not_active: 'Only the page that the user looks at may ask.',
  extension_gone: 'Keystamp was updated, reloaded or removed. Reload this page.',
  unavailable: 'Keystamp could not answer. Try again.',
};
