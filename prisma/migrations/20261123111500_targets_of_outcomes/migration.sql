-- Outcomes name bindings that were written on the way. Intents, of which there are many more with targets, are not in its way.
CREATE INDEX "audit_entry_outcome_targets_idx" ON "audit_entry" USING GIN (audit_targets_text("targets") gin_trgm_ops)
  WHERE "kind" = 'outcome' AND cardinality("targets") > 0;
