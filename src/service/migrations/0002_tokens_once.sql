ALTER TABLE "verification_tokens" ADD COLUMN "used_at" bigint;--> statement-breakpoint
CREATE INDEX "activities_by_type" ON "activities" USING btree ("organization_id","type","id");--> statement-breakpoint
CREATE INDEX "activities_by_status" ON "activities" USING btree ("organization_id","status","id");