import { PlainInput } from '../action-order.ts'
import { verb } from '../verb.ts'

/** Gives the account of a tenant back: it is cleaned, and then free. */
export const release = verb('release', PlainInput)
