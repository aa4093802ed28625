import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Takes the mark off an account before it is cleaned. */
export const undoDirty = verb('undo-dirty', PlainInput)
