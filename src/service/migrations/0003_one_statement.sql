-- A claim may bring the activity's end with it, for submits that are one statement (activity.ts).
drop function if exists claim_activity(uuid, uuid, text, text, text, uuid, text, text, bigint);
--> statement-breakpoint
-- Inserts an activity if its bytes are new and the stamping key or passkey is still a root user's; gives that
-- user as they are at this moment, or null. Callers with the same bytes wait in the insert.
create or replace function claim_activity(
  key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
  scheme_name text, at bigint, state text default 'ACTIVITY_STATUS_CREATED',
  outcome text default null, runs integer default 0) returns text language plpgsql as $$
declare
  owner record;
  voter_json text;
begin
  select k.organization_id, k.user_id, k.public_key into owner
    from api_keys k join users u on u.id = k.user_id where k.id = key and u.root;
  if not found then
    select a.organization_id, a.user_id, a.public_key into owner
      from authenticators a join users u on u.id = a.user_id where a.id = key and u.root;
    if not found then return null; end if;
  end if;
  voter_json := person_json(owner.user_id);
  insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
      public_key, signature, scheme, voter, result, executions, created_at, updated_at)
    values (activity, owner.organization_id, bytes, kind, state, sent, vote,
      owner.user_id, owner.public_key, signed, scheme_name, voter_json, outcome, runs, at, at)
    on conflict on constraint activities_fingerprint do nothing;
  if not found then return null; end if;
  return voter_json;
end $$;
--> statement-breakpoint
-- Ends the statement, and undoes all of it, with an SQLSTATE of ours (database.ts).
create or replace function demand(holds boolean, otherwise text) returns boolean language plpgsql as $$
begin
  if not holds then raise exception 'demanded: %', otherwise using errcode = otherwise; end if;
  return true;
end $$;
