import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { StateName } from '#lib/queries/lists/row-schemas.ts'

export const ActionName = z.enum(ACTIONS)

/** The same of the states there are any in. */
export const SomeStateCounts = z.partialRecord(StateName, z.exactOptional(z.number()))
