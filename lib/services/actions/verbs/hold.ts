import { HoldInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Takes an account out of everybody's reach as it is, or changes the reason and end of that. */
export const hold = verb('hold', HoldInput)
