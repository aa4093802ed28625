import type { Caller, Send } from '../api-caller.ts'
import type { Known } from '../known-names.ts'

/** A request that is answered well on the console as it is now. */
export interface Order {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Default: a program. */
  readonly as?: Caller
}

/** Makes ready what an operation needs, and tells what to send to it. */
type Recipe = (send: Send, known: Known) => Promise<Order>

/** By method and address of the operation. */
export type Recipes = Readonly<Record<string, Recipe>>

/** Of every order that asks for a reason. */
export const SAID = { reason: 'to see it answered well' }
