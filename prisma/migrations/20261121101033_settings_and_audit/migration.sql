-- CreateTable
CREATE TABLE "multi_account_revision" (
    "version" INTEGER NOT NULL,
    "allowed" TEXT[],
    "limits" JSONB,
    "min_bindings_for_guard" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "ticket" TEXT,

    CONSTRAINT "multi_account_revision_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "seq" BIGINT NOT NULL,
    "format" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "role" TEXT,
    "action" TEXT,
    "targets" TEXT[],
    "reason" TEXT,
    "ticket" TEXT,
    "request_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "intent_seq" BIGINT,
    "outcome" TEXT,
    "detail" TEXT,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "audit_status" (
    "intent_seq" BIGINT NOT NULL,
    "outcome" TEXT NOT NULL,
    "outcome_seq" BIGINT,

    CONSTRAINT "audit_status_pkey" PRIMARY KEY ("intent_seq")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");

-- CreateIndex
CREATE INDEX "audit_entry_actor_seq_idx" ON "audit_entry"("actor", "seq" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_action_seq_idx" ON "audit_entry"("action", "seq" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_targets_idx" ON "audit_entry" USING GIN ("targets");

-- CreateIndex
CREATE INDEX "audit_entry_request_id_idx" ON "audit_entry"("request_id");

-- CreateIndex
CREATE INDEX "audit_entry_ticket_idx" ON "audit_entry"("ticket");

-- CreateIndex
CREATE INDEX "audit_entry_intent_seq_idx" ON "audit_entry"("intent_seq");

-- CreateIndex
CREATE INDEX "audit_status_outcome_intent_seq_idx" ON "audit_status"("outcome", "intent_seq" DESC);

-- AddForeignKey
ALTER TABLE "audit_status" ADD CONSTRAINT "audit_status_intent_seq_fkey" FOREIGN KEY ("intent_seq") REFERENCES "audit_entry"("seq") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The chain is written once: a change or removal is refused, whatever program asks for it.
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of the audit chain are never changed or removed' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "audit_entry_is_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- There is one chain.
ALTER TABLE "audit_head" ADD CONSTRAINT "audit_head_is_one_row" CHECK ("id" = 1);
