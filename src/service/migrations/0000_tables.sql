CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"body" text NOT NULL,
	"vote_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"signature" text NOT NULL,
	"scheme" text NOT NULL,
	"voter" text,
	"result" text,
	"failure" text,
	"voting_since" bigint,
	"executions" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "activities_fingerprint" UNIQUE("organization_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"curve" text NOT NULL,
	"expiration_seconds" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "api_keys_public_key" UNIQUE("organization_id","public_key")
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"rp_id_hash" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"last_stamp" text,
	"transports" text NOT NULL,
	"aaguid" text NOT NULL,
	"attestation_type" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "authenticators_credential" UNIQUE("organization_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "contract_interfaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"address" text NOT NULL,
	"definition" text NOT NULL,
	"type" text NOT NULL,
	"label" text NOT NULL,
	"notes" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"type" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "ip_allowlists" (
	"organization_id" uuid NOT NULL,
	"public_key" text,
	"enabled" boolean NOT NULL,
	"rules" text NOT NULL,
	"on_evaluation_error" text NOT NULL,
	CONSTRAINT "ip_allowlists_scope" UNIQUE NULLS NOT DISTINCT("organization_id","public_key")
);
--> statement-breakpoint
CREATE TABLE "on_ramps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"status" text NOT NULL,
	"details" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"root_threshold" integer DEFAULT 1 NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "otps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"generation" text NOT NULL,
	"type" text NOT NULL,
	"contact" text NOT NULL,
	"user_identifier" text,
	"hash" text NOT NULL,
	"sealed" text,
	"public_key" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"effect" text NOT NULL,
	"consensus" text,
	"condition" text,
	"time" text,
	"notes" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "policies_name" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "policy_evaluations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"vote_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"evaluations" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "policy_evaluations_place" UNIQUE("activity_id","place")
);
--> statement-breakpoint
CREATE TABLE "private_key_tags" (
	"tag_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"private_key_id" uuid NOT NULL,
	CONSTRAINT "private_key_tags_pkey" PRIMARY KEY("tag_id","private_key_id")
);
--> statement-breakpoint
CREATE TABLE "private_keys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"curve" text NOT NULL,
	"public_key" text NOT NULL,
	"addresses" text NOT NULL,
	"sealed" text NOT NULL,
	"imported" boolean NOT NULL,
	"exported" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "private_keys_pkey" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "read_sessions" (
	"digest" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"api_key_id" uuid,
	"authenticator_id" uuid,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "read_sessions_check" CHECK (num_nonnulls("read_sessions"."api_key_id", "read_sessions"."authenticator_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "sent_codes" (
	"otp_id" uuid PRIMARY KEY NOT NULL,
	"contact" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "tags_name" UNIQUE("organization_id","type","name")
);
--> statement-breakpoint
CREATE TABLE "user_tags" (
	"tag_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "user_tags_pkey" PRIMARY KEY("tag_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"phone" text,
	"phone_verified" boolean DEFAULT false NOT NULL,
	"root" boolean NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"is_approval" boolean NOT NULL,
	"body" text NOT NULL,
	"public_key" text NOT NULL,
	"signature" text NOT NULL,
	"scheme" text NOT NULL,
	"voter" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "votes_place" UNIQUE("activity_id","place")
);
--> statement-breakpoint
CREATE TABLE "wallet_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"name" text,
	"curve" text NOT NULL,
	"path" text NOT NULL,
	"address_format" text NOT NULL,
	"address" text NOT NULL,
	"public_key" text NOT NULL,
	"exported" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "wallet_accounts_path" UNIQUE("wallet_id","curve","path","address_format"),
	CONSTRAINT "wallet_accounts_name" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"language" text DEFAULT 'MNEMONIC_LANGUAGE_ENGLISH' NOT NULL,
	"passphrase" text,
	"imported" boolean DEFAULT false NOT NULL,
	"exported" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "wallets_name" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "mfa_demands" (
	"activity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mfa_policy_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"steps" text NOT NULL,
	CONSTRAINT "mfa_demands_pkey" PRIMARY KEY("activity_id","user_id","mfa_policy_id")
);
--> statement-breakpoint
CREATE TABLE "mfa_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"condition" text NOT NULL,
	"steps" text NOT NULL,
	"order" bigint NOT NULL,
	"notes" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "mfa_policies_name" UNIQUE("user_id","name"),
	CONSTRAINT "mfa_policies_order" UNIQUE("user_id","order")
);
--> statement-breakpoint
CREATE TABLE "sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"asked" text NOT NULL,
	"status" text NOT NULL,
	"signed" text,
	"hash" text,
	"nonce" text,
	"error" text,
	"due_at" bigint NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enclave_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "running_services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_interfaces" ADD CONSTRAINT "contract_interfaces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_targets" ADD CONSTRAINT "import_targets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_targets" ADD CONSTRAINT "import_targets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_allowlists" ADD CONSTRAINT "ip_allowlists_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_allowlists" ADD CONSTRAINT "ip_allowlists_key" FOREIGN KEY ("organization_id","public_key") REFERENCES "public"."api_keys"("organization_id","public_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "on_ramps" ADD CONSTRAINT "on_ramps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otps" ADD CONSTRAINT "otps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_evaluations" ADD CONSTRAINT "policy_evaluations_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_key_tags" ADD CONSTRAINT "private_key_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_key_tags" ADD CONSTRAINT "private_key_tags_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_key_tags" ADD CONSTRAINT "private_key_tags_key" FOREIGN KEY ("organization_id","private_key_id") REFERENCES "public"."private_keys"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_keys" ADD CONSTRAINT "private_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_sessions" ADD CONSTRAINT "read_sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_sessions" ADD CONSTRAINT "read_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_sessions" ADD CONSTRAINT "read_sessions_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_sessions" ADD CONSTRAINT "read_sessions_authenticator_id_authenticators_id_fk" FOREIGN KEY ("authenticator_id") REFERENCES "public"."authenticators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_codes" ADD CONSTRAINT "sent_codes_otp_id_otps_id_fk" FOREIGN KEY ("otp_id") REFERENCES "public"."otps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tags" ADD CONSTRAINT "user_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tags" ADD CONSTRAINT "user_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tokens" ADD CONSTRAINT "verification_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "wallet_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "wallet_accounts_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_demands" ADD CONSTRAINT "mfa_demands_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_demands" ADD CONSTRAINT "mfa_demands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_policies" ADD CONSTRAINT "mfa_policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_policies" ADD CONSTRAINT "mfa_policies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_by_id" ON "activities" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "activities_by_type" ON "activities" USING btree ("organization_id","type","id");--> statement-breakpoint
CREATE INDEX "activities_by_status" ON "activities" USING btree ("organization_id","status","id");--> statement-breakpoint
CREATE INDEX "api_keys_by_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "authenticators_by_user" ON "authenticators" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contract_interfaces_by_organization" ON "contract_interfaces" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "email_events_by_address" ON "email_events" USING btree ("organization_id","to_address","id");--> statement-breakpoint
CREATE INDEX "email_events_by_time" ON "email_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "import_targets_by_user" ON "import_targets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "import_targets_by_time" ON "import_targets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "otps_by_end" ON "otps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "otps_by_contact" ON "otps" USING btree ("organization_id","contact","created_at");--> statement-breakpoint
CREATE INDEX "otps_by_identifier" ON "otps" USING btree ("organization_id","user_identifier","created_at");--> statement-breakpoint
CREATE INDEX "private_key_tags_by_key" ON "private_key_tags" USING btree ("organization_id","private_key_id");--> statement-breakpoint
CREATE INDEX "read_sessions_by_end" ON "read_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "read_sessions_by_api_key" ON "read_sessions" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "read_sessions_by_authenticator" ON "read_sessions" USING btree ("authenticator_id");--> statement-breakpoint
CREATE INDEX "sent_codes_by_time" ON "sent_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sent_codes_by_end" ON "sent_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_tags_by_user" ON "user_tags" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_organization" ON "users" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "verification_tokens_by_end" ON "verification_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_accounts_by_organization" ON "wallet_accounts" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sends_due" ON "sends" USING btree ("chain","due_at") WHERE status in ('INITIALIZED', 'BROADCASTING');--> statement-breakpoint
CREATE INDEX "sends_by_organization" ON "sends" USING btree ("organization_id");
--> statement-breakpoint
-- Functions, because their statements are planned once per connection: the embedded engine keeps no
-- prepared statements, and planning a claim took longer than carrying it out.

-- JSON text of a user with keys, passkeys, tags and MFA policies (users.ts reads it).
create or replace function person_json(person uuid) returns text
stable language plpgsql as $$
begin
  return (select json_build_object(
    'id', u.id, 'name', u.name, 'email', u.email, 'phone', u.phone,
    'createdAt', u.created_at, 'updatedAt', u.updated_at,
    'apiKeys', coalesce((select json_agg(json_build_object(
        'id', k.id, 'name', k.name, 'publicKey', k.public_key, 'curve', k.curve,
        'expirationSeconds', k.expiration_seconds,
        'createdAt', k.created_at, 'updatedAt', k.updated_at
      ) order by k.created_at, k.id) from api_keys k where k.user_id = u.id), '[]'::json),
    'authenticators', coalesce((select json_agg(json_build_object(
        'id', a.id, 'name', a.name, 'credentialId', a.credential_id,
        'publicKey', a.public_key, 'transports', a.transports, 'aaguid', a.aaguid,
        'attestationType', a.attestation_type,
        'createdAt', a.created_at, 'updatedAt', a.updated_at
      ) order by a.created_at, a.id) from authenticators a where a.user_id = u.id), '[]'::json),
    'tagIds', coalesce((select json_agg(t.tag_id order by t.tag_id)
      from user_tags t where t.user_id = u.id), '[]'::json),
    'mfaPolicies', coalesce((select json_agg(json_build_object(
        'id', m.id, 'name', m.name, 'condition', m.condition, 'steps', m.steps,
        'order', m."order", 'notes', m.notes,
        'createdAt', m.created_at, 'updatedAt', m.updated_at
      ) order by m."order") from mfa_policies m where m.user_id = u.id), '[]'::json))::text
    from users u where u.id = person);
end $$;
--> statement-breakpoint
-- JSON text of an organization's policies and allowlists (policies/rules.ts reads it).
create or replace function rules_json(organization uuid) returns text stable language plpgsql as $$
begin
  return (select json_build_object(
    'policies', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'effect', p.effect,
        'consensus', p.consensus, 'condition', p.condition, 'time', p.time) order by p.created_at, p.id)
      from policies p where p.organization_id = organization), '[]'::json),
    'allowlists', coalesce((select json_agg(json_build_object('publicKey', a.public_key,
        'enabled', a.enabled, 'rules', a.rules, 'onEvaluationError', a.on_evaluation_error))
      from ip_allowlists a where a.organization_id = organization), '[]'::json))::text);
end $$;
--> statement-breakpoint
-- Whether a user decides alone: a root user where the quorum is one, without MFA policies and without an enforced
-- allowlist of addresses. credentials.ts has the same words.
create or replace function acts_alone(person uuid) returns boolean stable language plpgsql as $$
begin
  return exists (select from users u join organizations o on o.id = u.organization_id
    where u.id = person and u.root and o.root_threshold <= 1
      and not exists (select from mfa_policies m where m.user_id = u.id)
      and not exists (select from ip_allowlists a where a.organization_id = o.id
        and a.public_key is null and a.enabled));
end $$;
--> statement-breakpoint
-- Inserts an activity if its bytes are new, the stamping key or passkey is still there and, where `alone` is
-- said, its user still decides alone. Gives that user as they are at this moment, or null. Where user and organization
-- have the revisions that were seen, the user is as `seen` says, and decides alone as before: `=` then. Where the submit
-- was decided before (`decided`), they must have them. Callers with the same bytes wait in the insert. The user stays
-- until the transaction ends: what it stores may refer to the user, and activities themselves don't.
create or replace function claim_activity(
  key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
  scheme_name text, at bigint, state text default 'ACTIVITY_STATUS_CREATED',
  outcome text default null, runs integer default 0, alone boolean default true,
  seen text default null, seen_user uuid default null, seen_organization uuid default null,
  decided boolean default false)
  returns text language plpgsql as $$
declare
  owner record;
  voter_json text := seen;
  found_as text := '=';
begin
  select k.organization_id, k.user_id, k.public_key, u.revision, o.revision as rules into owner
    from api_keys k join users u on u.id = k.user_id join organizations o on o.id = k.organization_id
    where k.id = key for key share of u;
  if not found then
    select a.organization_id, a.user_id, a.public_key, u.revision, o.revision as rules into owner
      from authenticators a join users u on u.id = a.user_id join organizations o on o.id = a.organization_id
      where a.id = key for key share of u;
    if not found then return null; end if;
  end if;
  if seen is null or seen_user is distinct from owner.revision or seen_organization is distinct from owner.rules then
    if alone and not acts_alone(owner.user_id) then return null; end if;
    voter_json := person_json(owner.user_id);
    found_as := voter_json;
  end if;
  insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
      public_key, signature, scheme, voter, result, executions, created_at, updated_at)
    values (activity, owner.organization_id, bytes, kind, state, sent, vote,
      owner.user_id, owner.public_key, signed, scheme_name, voter_json, outcome, runs, at, at)
    on conflict on constraint activities_fingerprint do nothing;
  if not found then return null; end if;
  if decided then
    -- Again: the insert may have waited.
    perform demand(exists (select from users u join organizations o on o.id = u.organization_id
      where u.id = owner.user_id and u.revision = seen_user and o.revision = seen_organization), 'KS003');
  end if;
  return found_as;
end $$;
--> statement-breakpoint
-- Records the end of an activity in the transaction that carried it out.
create or replace function settle_activity(
  activity uuid, ended text, outcome text, fault text) returns void language plpgsql as $$
begin
  update activities set status = ended, result = outcome, failure = fault,
    executions = executions + 1 where id = activity;
end $$;
--> statement-breakpoint
-- Ends the statement, and undoes all of it, with an SQLSTATE of ours (database.ts).
create or replace function demand(holds boolean, otherwise text) returns boolean language plpgsql as $$
begin
  if not holds then raise exception 'demanded: %', otherwise using errcode = otherwise; end if;
  return true;
end $$;

--> statement-breakpoint
-- A row that changes gets another revision: what was made of it before is known by the old one.
create or replace function renew_revision() returns trigger language plpgsql as $$
begin
  new.revision := gen_random_uuid();
  return new;
end $$;
--> statement-breakpoint
create or replace trigger users_revision before update on users
  for each row execute function renew_revision();
--> statement-breakpoint
create or replace trigger organizations_revision before update on organizations
  for each row execute function renew_revision();
--> statement-breakpoint
-- The user of a record that `person_json` shows. How often a passkey was used isn't in it.
create or replace function renew_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - '{sign_count,last_stamp}'::text[] = to_jsonb(new) - '{sign_count,last_stamp}'::text[]
    then return null;
  end if;
  if tg_op <> 'INSERT' then update users set revision = revision where id = old.user_id; end if;
  if tg_op = 'INSERT' or new.user_id <> old.user_id then
    update users set revision = revision where id = new.user_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger api_keys_renew after insert or update or delete on api_keys
  for each row execute function renew_user();
--> statement-breakpoint
create or replace trigger authenticators_renew after insert or update or delete on authenticators
  for each row execute function renew_user();
--> statement-breakpoint
create or replace trigger user_tags_renew after insert or update or delete on user_tags
  for each row execute function renew_user();
--> statement-breakpoint
create or replace trigger mfa_policies_renew after insert or update or delete on mfa_policies
  for each row execute function renew_user();
--> statement-breakpoint
-- The organization of a rule that decides about its users' requests (policies/rules.ts).
create or replace function renew_organization() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update organizations set revision = revision where id = old.organization_id;
  end if;
  if tg_op = 'INSERT' or new.organization_id <> old.organization_id then
    update organizations set revision = revision where id = new.organization_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger policies_renew after insert or update or delete on policies
  for each row execute function renew_organization();
--> statement-breakpoint
create or replace trigger ip_allowlists_renew after insert or update or delete on ip_allowlists
  for each row execute function renew_organization();
--> statement-breakpoint
create or replace trigger contract_interfaces_renew after insert or update or delete on contract_interfaces
  for each row execute function renew_organization();
