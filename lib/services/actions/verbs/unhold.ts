import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Ends a hold: the account is what it was before. */
export const unhold = verb('unhold', PlainInput)
