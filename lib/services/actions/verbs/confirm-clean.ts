import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Frees an account on the word of a person, whose reason is the evidence. */
export const confirmClean = verb('confirm-clean', PlainInput)
