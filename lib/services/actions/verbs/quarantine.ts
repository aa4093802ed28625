import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Keeps an account nobody uses from tenants and from our cleaner. */
export const quarantine = verb('quarantine', PlainInput)
