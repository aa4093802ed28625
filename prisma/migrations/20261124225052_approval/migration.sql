-- CreateTable
CREATE TABLE "approval" (
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "targets" TEXT[],
    "bulk" BOOLEAN NOT NULL,
    "order" JSONB NOT NULL,
    "danger" TEXT NOT NULL,
    "consequence" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "ticket" TEXT,
    "proposer_id" TEXT NOT NULL,
    "proposer" TEXT NOT NULL,
    "proposer_role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decider" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "job_id" TEXT,
    "audit_seq" BIGINT NOT NULL,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approval_created_at_idx" ON "approval"("created_at" DESC);

-- CreateIndex
CREATE INDEX "approval_status_created_at_idx" ON "approval"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "approval_targets_idx" ON "approval" USING GIN ("targets");
