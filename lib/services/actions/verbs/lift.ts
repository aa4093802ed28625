import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Ends a quarantine: the account waits for a cleaner. */
export const lift = verb('lift', PlainInput)
