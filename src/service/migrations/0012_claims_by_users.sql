-- Inserts an activity if its bytes are new, the stamping key or passkey is still there and, where `alone` is
-- said, its user still decides alone: a root user where the quorum is one, without MFA policies. Gives that
-- user as they are at this moment, or null. Callers with the same bytes wait in the insert. The user stays
-- until the transaction ends: what it stores may refer to the user, and activities themselves don't.
create or replace function claim_activity(
  key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
  scheme_name text, at bigint, state text default 'ACTIVITY_STATUS_CREATED',
  outcome text default null, runs integer default 0, alone boolean default true)
  returns text language plpgsql as $$
declare
  owner record;
  voter_json text;
begin
  select c.organization_id, c.user_id, c.public_key into owner
    from (select k.organization_id, k.user_id, k.public_key from api_keys k where k.id = key
          union all
          select a.organization_id, a.user_id, a.public_key from authenticators a where a.id = key) c
    join users u on u.id = c.user_id join organizations o on o.id = c.organization_id
    where not alone or (u.root and o.root_threshold <= 1
      and not exists (select from mfa_policies m where m.user_id = u.id))
    for key share of u;
  if not found then return null; end if;
  voter_json := person_json(owner.user_id);
  insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
      public_key, signature, scheme, voter, result, executions, created_at, updated_at)
    values (activity, owner.organization_id, bytes, kind, state, sent, vote,
      owner.user_id, owner.public_key, signed, scheme_name, voter_json, outcome, runs, at, at)
    on conflict on constraint activities_fingerprint do nothing;
  if not found then return null; end if;
  return voter_json;
end $$;
