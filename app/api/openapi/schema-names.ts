import type { z } from 'zod'
import * as rows from '#lib/queries/lists/row-schemas.ts'
import * as allowlist from './answers/allowlist.ts'
import * as approvals from './answers/approvals.ts'
import * as audit from './answers/audit.ts'
import * as bindings from './answers/bindings.ts'
import * as claims from './answers/claims.ts'
import * as clusters from './answers/clusters.ts'
import * as globalAccounts from './answers/global-accounts.ts'
import * as jobs from './answers/jobs.ts'
import * as kubeconfigs from './answers/kubeconfigs.ts'
import * as operators from './answers/operators.ts'
import * as overview from './answers/overview.ts'
import * as pools from './answers/pools.ts'
import * as queues from './answers/queues.ts'
import * as rules from './answers/rules.ts'
import * as sessions from './answers/sessions.ts'
import * as settings from './answers/settings.ts'
import * as shared from './answers/shared.ts'
import * as shoots from './answers/shoots.ts'
import * as simulator from './answers/simulator.ts'
import * as subscriptions from './answers/subscription-requests.ts'
import * as tokens from './answers/tokens.ts'
import * as views from './answers/views.ts'
import * as words from './answers/words.ts'

/** Schemas that the document defines once, with their names. */
export const NAMED_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  [
    allowlist,
    approvals,
    audit,
    bindings,
    claims,
    clusters,
    globalAccounts,
    jobs,
    kubeconfigs,
    operators,
    overview,
    pools,
    queues,
    rows,
    rules,
    sessions,
    settings,
    shared,
    shoots,
    simulator,
    subscriptions,
    tokens,
    views,
    words,
  ].flatMap(schemas => Object.entries<z.ZodType>(schemas)),
)
