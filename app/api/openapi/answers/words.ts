import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { UNUSABLE_CAUSES } from '#lib/hap/selection/usability.ts'

export const KindName = z.enum(BINDING_KINDS)

export const StateName = z.enum(BINDING_STATES)

export const ActionName = z.enum(ACTIONS)

/** How many bindings are in which state. */
export const StateCounts = z.record(StateName, z.number())

export const UnusableCounts = z.record(z.enum(UNUSABLE_CAUSES), z.number())

/** The same of the states there are any in. */
export const SomeStateCounts = z.partialRecord(StateName, z.exactOptional(z.number()))
