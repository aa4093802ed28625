import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Gives an internal account to the pool. */
export const unmarkInternal = verb('unmark-internal', PlainInput)
