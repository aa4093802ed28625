import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { StateName } from '#lib/queries/lists/row-schemas.ts'

export const ActionName = z.enum(ACTIONS)

/** Counts of the states that occur. */
export const SomeStateCounts = z.partialRecord(StateName, z.exactOptional(z.number()))
