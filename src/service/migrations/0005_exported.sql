ALTER TABLE "private_keys" ADD COLUMN "exported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "exported" boolean DEFAULT false NOT NULL;