import { CleanInput } from '../action-order.ts'
import { confirmTogether } from '../confirm-together.ts'
import { verb } from '../verb.ts'

/** Frees an account on the word of a person, whose reason is the evidence; with its other dirty bindings, where those are named. */
export const confirmClean = verb('confirm-clean', CleanInput, confirmTogether)
