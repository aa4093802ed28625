import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { DecisionOrder, Grounds } from './ledger.ts'

/** The grounds of a decision as columns of `wanted`, which a statement writes to `claim`. */
export function groundsColumns({ lease: { id, token }, audit }: DecisionOrder, grounds: Grounds): object {
  return {
    id,
    token: String(token),
    pool_key: grounds.poolKey,
    hyperscaler_type: grounds.hyperscalerType,
    eu_access: grounds.euAccess,
    selector: grounds.selector,
    rules_revision: grounds.rulesRevision,
    settings_version: grounds.settingsVersion,
    reasoning: grounds.reasoning,
    message: grounds.message,
    audit_seq: String(audit),
  }
}

export const GROUNDS_TYPES = Prisma.sql`pool_key text, hyperscaler_type text, eu_access boolean, selector text,
  rules_revision text, settings_version int, reasoning jsonb, message text, audit_seq bigint`

export const GROUNDS = Prisma.sql`pool_key = wanted.pool_key, hyperscaler_type = wanted.hyperscaler_type,
  eu_access = wanted.eu_access, selector = wanted.selector, rules_revision = wanted.rules_revision,
  settings_version = wanted.settings_version, semantics = 'documented', reasoning = wanted.reasoning,
  message = wanted.message, audit_seq = wanted.audit_seq, updated_at = clock_timestamp()`
