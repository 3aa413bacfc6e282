ALTER TABLE "activities" DROP CONSTRAINT "activities_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "authenticators" DROP CONSTRAINT "authenticators_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "import_targets" DROP CONSTRAINT "import_targets_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "mfa_demands" DROP CONSTRAINT "mfa_demands_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "mfa_policies" DROP CONSTRAINT "mfa_policies_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "read_sessions" DROP CONSTRAINT "read_sessions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "user_tags" DROP CONSTRAINT "user_tags_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "votes" DROP CONSTRAINT "votes_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "language" text DEFAULT 'MNEMONIC_LANGUAGE_ENGLISH' NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "passphrase" text;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_targets" ADD CONSTRAINT "import_targets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_demands" ADD CONSTRAINT "mfa_demands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_policies" ADD CONSTRAINT "mfa_policies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_sessions" ADD CONSTRAINT "read_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tags" ADD CONSTRAINT "user_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;