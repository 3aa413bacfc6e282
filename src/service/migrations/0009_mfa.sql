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
ALTER TABLE "mfa_demands" ADD CONSTRAINT "mfa_demands_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_demands" ADD CONSTRAINT "mfa_demands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_policies" ADD CONSTRAINT "mfa_policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_policies" ADD CONSTRAINT "mfa_policies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;