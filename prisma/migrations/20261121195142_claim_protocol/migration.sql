-- AlterEnum
ALTER TYPE "ClaimStatus" ADD VALUE 'pending';
ALTER TYPE "ClaimStatus" ADD VALUE 'refused';

-- CreateTable
CREATE TABLE "account_fence" (
    "account" TEXT NOT NULL,
    "token" BIGINT NOT NULL DEFAULT 0,
    "holder" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "account_fence_pkey" PRIMARY KEY ("account")
);

-- Of a tenant's claims for one hyperscaler type and EU flag one at a time is being written, also those of an account it owns.
-- Acknowledged ones are another matter: a global account on the allowlist has several.
DROP INDEX "claim_one_open_per_slot";
CREATE UNIQUE INDEX "claim_one_open_per_slot" ON "claim"("tenant", "hyperscaler_type", "eu_access")
    WHERE "outcome" IN ('claim', 'reuse') AND "status" = 'intent';
