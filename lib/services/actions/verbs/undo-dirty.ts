import { TogetherInput } from '../action-order.ts'
import { performTogether } from '../perform-together.ts'
import { verb } from '../verb.ts'

/** Takes the mark off an account before it is cleaned; off its other dirty bindings too, where those are named. */
export const undoDirty = verb('undo-dirty', TogetherInput, performTogether)
