import type { Caller, Send } from '../api-caller.ts'
import type { Known } from '../known-names.ts'

/** A request that succeeds on the console in its current state. */
export interface Order {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Default: a program. */
  readonly as?: Caller
}

/** Prepares what an operation needs, and returns a valid request. */
type Recipe = (send: Send, known: Known) => Promise<Order>

/** By method and address of the operation. */
export type Recipes = Readonly<Record<string, Recipe>>

/** The reason of every order. */
export const SAID = { reason: 'to see it answered well' }
