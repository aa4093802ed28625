import { z } from 'zod'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { AdoptionPlan, LeftReason, LeftShoot } from './plan-adoption.ts'

const REASONS = [
  'workerless',
  'unknown-binding',
  'not-hap',
  'malformed',
  'no-tenant',
  'unnamed-claim',
] as const satisfies readonly LeftReason[]

const Left = z.object({ cluster: z.string(), reason: z.enum(REASONS), binding: z.string().nullable() })

const Report = z.object({
  namespace: z.string(),
  dryRun: z.boolean(),
  /** Clusters that were registered, or would be. */
  registered: z.number(),
  globalAccounts: z.number(),
  accounts: z.number(),
  /** Clusters that have a claim already. */
  known: z.number(),
  /** Bindings that a tenant owns; their states and tenants are recorded. */
  claimedBindings: z.number(),
  /** Shoots that were not registered; limits count them all the same. */
  left: z.array(Left),
  /** Registered clusters on an account of another global account. */
  foreign: z.array(z.string()),
})

/** What adoption did, or would do. */
export type AdoptionReport = z.infer<typeof Report>

export function reportOf(
  plan: AdoptionPlan,
  bindings: Iterable<PooledBinding>,
  more: Pick<AdoptionReport, 'namespace' | 'dryRun' | 'registered'>,
): AdoptionReport {
  const { claims, known, left, foreign } = plan
  const claimed = [...bindings].filter(({ labels }) => labels.tenantName !== null && labels.dirty === null)
  return {
    ...more,
    globalAccounts: new Set(claims.map(({ tenant }) => tenant)).size,
    accounts: new Set(claims.map(({ account }) => account)).size,
    known,
    claimedBindings: claimed.length,
    left: [...left],
    foreign: [...foreign],
  }
}

/** Parses a report from another process. Throws ZodError. */
export function readReport(line: string): AdoptionReport {
  return Report.parse(JSON.parse(line))
}

const WHY: Readonly<Record<LeftReason, string>> = {
  workerless: 'without workers and so without an account',
  'unknown-binding': 'on a binding that does not exist or may not be read',
  'not-hap': 'on a binding without any label of HAP',
  malformed: 'on a binding with malformed labels; repair it, then adopt again',
  'no-tenant': 'of which nobody says the global account',
  'unnamed-claim': 'on an account with a claim that names no cluster; name it there first',
}

/** Groups the shoots that were left out by reason; `why` follows their number in a sentence. */
export function leftByReason({ left }: Pick<AdoptionReport, 'left'>): readonly {
  readonly why: string
  readonly shoots: readonly LeftShoot[]
}[] {
  return REASONS.map(reason => ({ why: WHY[reason], shoots: left.filter(each => each.reason === reason) })).filter(
    ({ shoots }) => shoots.length > 0,
  )
}
