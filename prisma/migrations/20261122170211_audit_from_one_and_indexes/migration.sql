-- CreateIndex
CREATE INDEX "claim_updated_at_idx" ON "claim"("updated_at");

-- CreateIndex
CREATE INDEX "job_finished_at_idx" ON "job"("finished_at");

-- CreateIndex
CREATE INDEX "job_target_status_updated_at_idx" ON "job_target"("status", "updated_at");

-- The chain begins with entry 1. What stands before it already cannot be removed; `hap audit verify` names it.
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_begins_at_one" CHECK ("seq" > 0) NOT VALID;
