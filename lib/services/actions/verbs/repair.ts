import { RepairInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Mends labels that mean nothing. */
export const repair = verb('repair', RepairInput)
