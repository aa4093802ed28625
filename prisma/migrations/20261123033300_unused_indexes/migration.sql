-- Nothing is searched by these: parts of tickets are found by their trigrams, states by binding or global account.
-- DropIndex
DROP INDEX "audit_entry_ticket_idx";

-- DropIndex
DROP INDEX "claim_created_at_idx";

-- DropIndex
DROP INDEX "job_actor_created_at_idx";

-- DropIndex
DROP INDEX "binding_state_pool_key_state_idx";

-- DropIndex
DROP INDEX "binding_state_tenant_idx";

-- DropIndex
DROP INDEX "binding_state_account_idx";

-- DropIndex
DROP INDEX "state_change_account_id_idx";
