import { TogetherInput } from '../action-order.ts'
import { performTogether } from '../perform-together.ts'
import { verb } from '../verb.ts'

/** Frees an account on the word of a person, whose reason is the evidence; with its other dirty bindings, where those are named. */
export const confirmClean = verb('confirm-clean', TogetherInput, performTogether)
