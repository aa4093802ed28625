import { z } from 'zod'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { UNUSABLE_CAUSES } from '#lib/hap/selection/usability.ts'

// Schemas that rows of several lists share. The OpenAPI document describes each once, by its name
// here.

export const KindName = z.enum(BINDING_KINDS)

export const StateName = z.enum(BINDING_STATES)

/** Number of bindings per state. */
export const StateCounts = z.record(StateName, z.number())

export const UnusableCounts = z.record(z.enum(UNUSABLE_CAUSES), z.number())

export const BindingRef = z.object({
  kind: KindName,
  namespace: z.string(),
  name: z.string(),
})

export const Pool = z.object({ hyperscalerType: z.string(), euAccess: z.boolean(), shared: z.boolean() })

const AccountKind = z.enum(['Secret', 'WorkloadIdentity', 'InternalSecret'])

export const Account = z.object({ kind: AccountKind, namespace: z.string(), name: z.string() })

export const ShootOperation = z.object({ type: z.string(), state: z.string(), progress: z.number(), at: z.string() })

export const RuleLink = z.object({ no: z.number(), text: z.string() })

const Marks = z.object({ low: z.number(), high: z.number() })

export const Runway = z.union([
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('steady') }),
  z.object({ kind: z.literal('days'), days: z.number(), perDay: z.number() }),
])

const PoolAlarm = z.object({ reason: z.enum(['low', 'runway']), since: z.string() })

export const PoolWater = z.object({ accounts: Marks, days: Marks, runway: Runway, alarms: z.array(PoolAlarm) })
