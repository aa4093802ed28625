import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Puts a dirty account before all others a cleaner has to look at; out of quarantine too. */
export const startCleaning = verb('start-cleaning', PlainInput)
