import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Keeps an account for internal use. */
export const markInternal = verb('mark-internal', PlainInput)
