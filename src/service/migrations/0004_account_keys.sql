-- Keys of earlier accounts are sealed: the start of the service fills the column (wallets.ts).
ALTER TABLE "wallet_accounts" ADD COLUMN "public_key" text;--> statement-breakpoint
CREATE INDEX "wallet_accounts_by_organization" ON "wallet_accounts" USING btree ("organization_id","created_at","id");--> statement-breakpoint
-- Names were free before; of several accounts with one name the oldest keeps it.
UPDATE "wallet_accounts" a SET "name" = NULL WHERE EXISTS (SELECT FROM "wallet_accounts" b
  WHERE b."organization_id" = a."organization_id" AND b."name" = a."name"
    AND (b."created_at", b."id") < (a."created_at", a."id"));--> statement-breakpoint
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "wallet_accounts_name" UNIQUE("organization_id","name");
