CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateIndex
CREATE INDEX "audit_entry_texts_idx" ON "audit_entry" USING GIN ("reason" gin_trgm_ops, "ticket" gin_trgm_ops, "request_id" gin_trgm_ops, "detail" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "audit_status_outcome_seq_idx" ON "audit_status"("outcome_seq");

-- What stands in a list of targets, as one text that an index can be made of.
CREATE FUNCTION "audit_targets_text"(text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string($1, E'\n');

-- Beyond what schema.prisma can say: an index on an expression.
CREATE INDEX "audit_entry_targets_text_idx" ON "audit_entry" USING GIN (audit_targets_text("targets") gin_trgm_ops);
