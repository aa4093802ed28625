-- CreateEnum
CREATE TYPE "ClaimStatus" AS ENUM ('waiting', 'reserved', 'intent', 'active', 'releasing', 'released', 'failed');

-- CreateEnum
CREATE TYPE "ClaimOutcome" AS ENUM ('claim', 'reuse', 'shared');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('queued', 'running', 'done', 'cancelled');

-- CreateEnum
CREATE TYPE "TargetStatus" AS ENUM ('pending', 'running', 'done', 'refused', 'failed', 'unknown', 'cancelled');

-- CreateTable
CREATE TABLE "tenant_slot" (
    "tenant" TEXT NOT NULL,
    "hyperscaler_type" TEXT NOT NULL,
    "eu_access" BOOLEAN NOT NULL,
    "token" BIGINT NOT NULL DEFAULT 0,
    "holder" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_slot_pkey" PRIMARY KEY ("tenant","hyperscaler_type","eu_access")
);

-- CreateTable
CREATE TABLE "pool_slot" (
    "key" TEXT NOT NULL,

    CONSTRAINT "pool_slot_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "claim" (
    "id" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "tenant" TEXT NOT NULL,
    "plan" TEXT,
    "cluster" TEXT,
    "adopted" BOOLEAN NOT NULL DEFAULT false,
    "status" "ClaimStatus" NOT NULL,
    "outcome" "ClaimOutcome",
    "hyperscaler_type" TEXT,
    "eu_access" BOOLEAN NOT NULL DEFAULT false,
    "pool_key" TEXT,
    "selector" TEXT,
    "binding_kind" TEXT,
    "binding_namespace" TEXT,
    "binding_name" TEXT,
    "binding_uid" TEXT,
    "account" TEXT,
    "epoch" BIGINT,
    "cluster_limit" INTEGER,
    "rules_revision" TEXT,
    "settings_version" INTEGER,
    "semantics" TEXT,
    "reasoning" JSONB,
    "message" TEXT,
    "ticket" BIGSERIAL NOT NULL,
    "holder" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "token" BIGINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "actor" TEXT NOT NULL,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reserved_at" TIMESTAMPTZ(3),
    "intent_at" TIMESTAMPTZ(3),
    "active_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "ticket" TEXT,
    "actor" TEXT NOT NULL,
    "role" TEXT,
    "request_id" TEXT,
    "status" "JobStatus" NOT NULL DEFAULT 'queued',
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "total" INTEGER NOT NULL,
    "holder" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "token" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_target" (
    "job_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "binding_kind" TEXT NOT NULL,
    "binding_namespace" TEXT NOT NULL,
    "binding_name" TEXT NOT NULL,
    "precondition" JSONB NOT NULL,
    "status" "TargetStatus" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT,
    "audit_seq" BIGINT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_target_pkey" PRIMARY KEY ("job_id","position")
);

-- CreateTable
CREATE TABLE "binding_state" (
    "kind" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "pool_key" TEXT,
    "tenant" TEXT,
    "state" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "epoch" BIGINT,
    "annotations" JSONB NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "binding_state_pkey" PRIMARY KEY ("kind","namespace","name")
);

-- CreateTable
CREATE TABLE "state_change" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "pool_key" TEXT,
    "tenant" TEXT,
    "from_state" TEXT,
    "to_state" TEXT,
    "cause" TEXT NOT NULL,
    "actor" TEXT,
    "claim_id" TEXT,
    "audit_seq" BIGINT,

    CONSTRAINT "state_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "claim_idempotency_key_key" ON "claim"("idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "claim_ticket_key" ON "claim"("ticket");

-- CreateIndex
CREATE INDEX "claim_account_status_idx" ON "claim"("account", "status");

-- CreateIndex
CREATE INDEX "claim_tenant_hyperscaler_type_eu_access_status_idx" ON "claim"("tenant", "hyperscaler_type", "eu_access", "status");

-- CreateIndex
CREATE INDEX "claim_pool_key_status_ticket_idx" ON "claim"("pool_key", "status", "ticket");

-- CreateIndex
CREATE INDEX "claim_status_lease_until_idx" ON "claim"("status", "lease_until");

-- CreateIndex
CREATE INDEX "claim_status_ticket_idx" ON "claim"("status", "ticket");

-- CreateIndex
CREATE INDEX "claim_binding_kind_binding_namespace_binding_name_status_idx" ON "claim"("binding_kind", "binding_namespace", "binding_name", "status");

-- CreateIndex
CREATE INDEX "claim_cluster_idx" ON "claim"("cluster");

-- CreateIndex
CREATE INDEX "claim_created_at_idx" ON "claim"("created_at");

-- CreateIndex
CREATE INDEX "job_status_created_at_idx" ON "job"("status", "created_at");

-- CreateIndex
CREATE INDEX "job_actor_created_at_idx" ON "job"("actor", "created_at" DESC);

-- CreateIndex
CREATE INDEX "job_created_at_idx" ON "job"("created_at" DESC);

-- CreateIndex
CREATE INDEX "job_target_job_id_status_position_idx" ON "job_target"("job_id", "status", "position");

-- CreateIndex
CREATE INDEX "binding_state_state_since_idx" ON "binding_state"("state", "since");

-- CreateIndex
CREATE INDEX "binding_state_pool_key_state_idx" ON "binding_state"("pool_key", "state");

-- CreateIndex
CREATE INDEX "binding_state_tenant_idx" ON "binding_state"("tenant");

-- CreateIndex
CREATE INDEX "binding_state_account_idx" ON "binding_state"("account");

-- CreateIndex
CREATE INDEX "state_change_kind_namespace_name_id_idx" ON "state_change"("kind", "namespace", "name", "id" DESC);

-- CreateIndex
CREATE INDEX "state_change_account_id_idx" ON "state_change"("account", "id" DESC);

-- CreateIndex
CREATE INDEX "state_change_pool_key_at_idx" ON "state_change"("pool_key", "at");

-- CreateIndex
CREATE INDEX "state_change_tenant_id_idx" ON "state_change"("tenant", "id" DESC);

-- CreateIndex
CREATE INDEX "state_change_at_idx" ON "state_change"("at");

-- AddForeignKey
ALTER TABLE "job_target" ADD CONSTRAINT "job_target_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A tenant claims one free account at a time per hyperscaler type and EU flag: who comes next first learns what became of the last.
CREATE UNIQUE INDEX "claim_one_open_per_slot" ON "claim"("tenant", "hyperscaler_type", "eu_access")
    WHERE "outcome" = 'claim' AND "status" IN ('reserved', 'intent');
