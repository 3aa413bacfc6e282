import type { ErrorCode, ErrorReason } from '../../../protocol/errors.ts';

/** Words of every error: what happened, what it means, what to do. */
export const errorWords: Readonly<Record<ErrorCode, string>> = {
  internal: 'Something went wrong in Keystamp. Nothing was sent. Try again.',
  invalid_input: 'This field doesn’t accept that value.',
  unknown_call: 'Keystamp’s pages and background are different versions. Reload the extension.',
  forbidden_caller: 'Only Keystamp’s own pages can do this.',
  timeout: 'Keystamp’s background didn’t answer in time. Try again.',
  worker_unreachable:
    'Keystamp’s background isn’t running. Reload Keystamp on your browser’s extensions page.',
  vault_missing: 'Keystamp isn’t set up yet. Set a password in Settings first.',
  vault_exists: 'Keystamp is already set up. Unlock it, or wipe it first.',
  vault_locked: 'Keystamp is locked. Unlock it and try again.',
  reauthentication_needed:
    'This needs your password or passkey again. Nothing was changed. Confirm that it’s you, then try again.',
  vault_damaged:
    'The vault on this computer is damaged, and its second copy can’t be opened either. Nothing was changed. Restore a backup, or wipe Keystamp and set it up again.',
  vault_unreleased:
    'What Keystamp has stored in this browser was made by a version from before 0.1.0 was released. This version doesn’t read it, and has changed nothing. To start afresh, wipe Keystamp in Settings and set it up again.',
  vault_behind:
    'This vault is older than the last one Keystamp saved. Decide whether to keep it first.',
  wrong_password: 'Wrong password.',
  backoff: 'Too many wrong passwords. Wait before you try again.',
  kdf_refused:
    'The stored password settings are outside what Keystamp accepts. Nothing was unlocked.',
  weak_password: 'This password is too easy to guess. Make it longer.',
  key_unknown: 'Keystamp doesn’t have this API key.',
  rotation_unknown: 'This key isn’t being replaced. Start again.',
  rotation_stale:
    'The profile is gone or uses another key or organization now, so replacing its key can’t go on. Both keys stay in Keystamp.',
  key_in_use: 'A profile still uses this API key. Choose another key there first.',
  key_malformed: 'This isn’t a private key that Keystamp can read.',
  key_mismatch: 'The private key doesn’t match the public key.',
  profile_unknown: 'This profile no longer exists.',
  profile_invalid: 'This profile isn’t complete.',
  host_permission_missing:
    'Keystamp isn’t allowed to reach this host. Open the profile in Settings and allow it. Nothing was sent.',
  storage_failed: 'Your browser couldn’t save the data. Nothing was sent.',
  storage_full: 'Your browser’s storage is full. Free up some space and try again.',
  storage_private:
    'This browser remembers nothing, so Keystamp can’t store its vault. In Firefox’s settings, under Privacy & Security, set History to “Remember history”, restart Firefox, and open Keystamp again. Or use Keystamp in another Firefox profile.',
  part_missing:
    'A part of Keystamp didn’t load. Restart your browser and try again. If this stays, reinstall Keystamp: restore it from a backup.',
  malformed: 'The data isn’t in the expected format.',
  bundle_invalid:
    'The service’s encryption bundle isn’t signed by the key this profile trusts. Nothing was encrypted.',
  bundle_foreign:
    'The service’s encryption bundle is for another organization or user. Nothing was encrypted.',
  generation_mixed:
    'This one-time code was started with another code type than this profile uses. Request a new code.',
  service_unreachable:
    'Couldn’t reach the service. Keystamp keeps the request and sends the same bytes again.',
  service_timeout:
    'The service didn’t answer in time. Keystamp keeps the request and sends the same bytes again.',
  service_not_json:
    'The response wasn’t JSON: something between you and the service answered. Keystamp keeps the request.',
  service_too_large: 'The response is larger than Keystamp accepts (8 MB).',
  service_malformed:
    'The response isn’t in the expected format for this operation. Keystamp keeps the request.',
  service_error: 'The service didn’t accept the request.',
  service_unavailable:
    'The service is having problems. Keystamp keeps the request and sends it again.',
  time_refused:
    'The service doesn’t accept the time in this request, so it wasn’t carried out. Check your computer’s clock, then start again.',
  clock_ahead:
    'Nothing was sent. Your computer’s clock was ahead earlier, and the service won’t accept new requests until it catches up. Check the clock, then choose “Reset request time” in Keystamp’s popup and try again.',
  rate_limited: 'The service is limiting requests. Keystamp will send it again.',
  unauthenticated: 'The service didn’t accept the signature.',
  reply_mismatch: 'The response doesn’t match what you signed. Don’t trust this result.',
  activity_not_listed:
    'The response was about something else, and the service doesn’t list your request. It most likely wasn’t carried out. Check the result before you do it again.',
  activity_failed: 'The service accepted the activity but couldn’t carry it out.',
  activity_rejected: 'A vote or a policy rejected the activity.',
  activity_unknown: 'Keystamp doesn’t know this activity.',
  not_approvable: 'This can’t be approved. Nothing was signed.',
  outcome_unknown:
    'Keystamp doesn’t know whether the service carried this out. Check the result before you do it again.',
  approval_gone: 'This request is no longer pending. You may have left its page.',
  approval_changed: 'This request changed after you saw it. Review it again.',
  approval_away: 'The page that asked isn’t open right now. Wait to see if it comes back.',
  passkey_unsupported:
    'This browser can’t use passkeys here. Use the API key or your password instead.',
  passkey_cancelled:
    'You closed the passkey prompt, or no passkey matches. Nothing was signed or sent. Try again.',
  passkey_timeout:
    'The passkey prompt expired after five minutes. Nothing was signed or sent. Try again.',
  passkey_domain_refused:
    'Your browser doesn’t let Keystamp use passkeys of this domain. Allow it in the profile. Firefox can from version 150 on.',
  passkey_exists: 'This device or security key already has a passkey for this profile.',
  passkey_failed: 'The passkey didn’t work. Nothing was signed or sent. Try again.',
  passkey_unknown:
    'This passkey isn’t one of this profile’s. Nothing was sent. Choose one that the profile lists.',
  passkey_invalid:
    'The passkey signed something other than this request. Nothing was sent. Try again.',
  passkey_mismatch:
    'This passkey can’t unlock Keystamp: it’s a different one, or the vault changed. Use your password.',
  passkey_removed: 'Unlocking with this passkey is turned off. Use your password.',
  passkey_no_prf:
    'This device or security key doesn’t support PRF, so it can’t unlock Keystamp. Nothing was saved. Choose another one, or keep using your password.',
  passkey_required: 'This profile requires a passkey here. Nothing was signed.',
  passkey_missing:
    'This profile has no passkey for this operation. Add one in Settings, or change its signing rule.',
  key_missing: 'This profile has no API key. Use its passkey.',
  read_session_needed:
    'This profile reads with your passkey only, and asks for it when you say so. Refresh with passkey.',
  managed_profile:
    'Your organization doesn’t allow this profile: it set a different service, organization, or import signer. Nothing was signed or sent. Use or add a profile with your organization’s settings.',
  managed_setting: 'Your organization set this value. You can’t change it here.',
  managed_passkey:
    'Your organization requires a passkey for this operation. Nothing was signed or sent.',
  link_refused: 'Keystamp doesn’t open links like this one.',
  backup_foreign: 'This file isn’t a Keystamp backup. Choose another file.',
  backup_incomplete:
    'This backup is incomplete: the file ends too early. Copy it again from where you keep it.',
  backup_damaged:
    'This backup is damaged: the file is no longer as Keystamp wrote it. Use another copy of it.',
  backup_newer: 'A newer version of Keystamp made this backup. Update Keystamp, then try again.',
  backup_unreleased:
    'A version of Keystamp from before 0.1.0 was released made this backup. This version doesn’t read it. Use a backup that a newer version made.',
  backup_too_large: 'This is larger than a backup may be (256 MB).',
  backup_kdf_weak:
    'This backup protects its password less than Keystamp allows. Keystamp never makes such a file, so it doesn’t open it.',
  backup_kdf_heavy:
    'This backup asks for far more memory or time than Keystamp allows. Keystamp never makes such a file, so it doesn’t open it.',
  backup_password: 'Wrong password for this backup.',
  backup_tampered:
    'Somebody changed this backup after Keystamp wrote it: its sealed parts don’t belong together. Nothing was restored. Use another copy of it.',
  backup_invalid:
    'This backup has content that Keystamp doesn’t write. Nothing was restored. Use another backup.',
  backup_changed:
    'Something in Keystamp changed in the meantime. Nothing was restored. Start again.',
};

/** Words that say more than the code's; `{names}` and `{limit}` are of the error's detail. */
export const reasonWords: Readonly<Record<ErrorReason, string>> = {
  background_stopped:
    'Keystamp’s background stopped while it worked on this. Check whether it was done, then try again.',
  storage_unread:
    'Your browser didn’t save the vault correctly: what Keystamp reads back is different.',
  id_used: 'This ID belongs to another request. Start again.',
  still_running: 'This activity is still in progress.',
  other_organization:
    'The response is about a different organization than you signed for. Don’t trust this result.',
  other_type:
    'The response is about a different operation than you signed. Don’t trust this result.',
  other_request:
    'The response is about a different request than you signed. Don’t trust this result.',
  other_activity:
    'The response is about a different activity than before. Don’t trust this result.',
  other_vote: 'The response says the opposite of your vote. Don’t trust this result.',
  vote_missing: 'The response shows this activity’s votes without yours. Don’t trust this result.',
  not_waiting:
    'The service doesn’t list this as pending approval. It may have ended. Nothing was signed.',
  other_intent: 'The response repeats different details than you signed. Don’t trust this result.',
  site_disconnected: 'This site is no longer connected.',
  local_only: 'Only a local service, on 127.0.0.1 or localhost, registers keys this way.',
  other_service: 'This URL doesn’t belong to the chosen service. Choose “Custom URL”.',
  no_service: 'Something other than the service responds at this URL. Check the URL and its port.',
  other_local_service:
    'A different service runs at this URL: it doesn’t have the keys that this profile trusts. Add a profile for it instead.',
  offline: 'You’re offline. Keystamp goes on by itself once this computer is back online.',
  service_redirects:
    'This URL leads to another one, and Keystamp doesn’t follow it. Use the URL it leads to.',
  profile_name_taken: 'Another profile already has this name. Choose a different one.',
  too_many_profiles: 'Keystamp can have up to {limit} profiles. Remove one first.',
  host_declined:
    'You didn’t allow this host, so Keystamp sent nothing there. To use it, try again and allow it.',
  no_stamp_method: 'A profile signs with an API key, a passkey, or both. Choose one.',
  key_exists: 'Keystamp already has this key: {names}.',
  key_name_taken: 'Another API key already has this name. Choose a different one.',
  key_used_by: 'Profiles that still use this API key: {names}. Choose another key there first.',
  key_in_rotation:
    'This key is being replaced, or replaces another one. Finish or undo that first.',
  key_has_unsent:
    'A request that the old key signed hasn’t reached the service yet. The key stays until it has. Continue in a moment.',
  key_still_registered:
    'The service still lists the key that should go, so it stays in Keystamp too. Continue to remove it there first.',
  registration_open:
    'The new key may still be registered: that request isn’t over yet. Reject it, or wait until it ends, then continue.',
  key_of_another_user:
    'The service says this key belongs to another user or organization. The profile keeps its present key.',
  too_many_keys: 'Keystamp can have up to {limit} API keys. Remove one first.',
  too_many_passkeys: 'Up to {limit} passkeys can unlock Keystamp. Remove one first.',
  too_many_sites:
    'Keystamp can connect up to {limit} sites. Choose fewer, or disconnect some first.',
  backup_duplicate:
    'This backup lists something twice. Keystamp never makes such a file. Nothing was restored. Use another backup.',
  backup_unknown_member:
    'This backup has something that this version of Keystamp doesn’t know. Nothing was restored. Update Keystamp, then try again.',
  backup_key_mismatch:
    'A private key in this backup doesn’t match its public key. No key was restored. Use another backup, or restore this one without its API keys.',
  backup_history_broken:
    'The sealed log in this backup isn’t whole: a record was changed or is missing.',
};
