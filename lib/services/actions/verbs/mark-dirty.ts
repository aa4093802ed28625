import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Sends an account nobody uses to be cleaned. */
export const markDirty = verb('mark-dirty', PlainInput)
