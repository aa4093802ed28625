import type { Evaluator } from './evaluator.ts'
import type { Answer, Asked, Questions } from './questions.ts'

/** A question on its way to another thread; `number` tells the answers apart. */
export interface Sent<Kind extends keyof Questions = keyof Questions> {
  readonly number: number
  readonly kind: Kind
  readonly asked: Asked<Kind>
}

export interface Given<Kind extends keyof Questions = keyof Questions> {
  readonly number: number
  readonly answer: Answer<Kind>
}

/** The other thread, from either side: a worker, what a worker sees of its page, or a port. */
export interface Line {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Answers one question after the other. */
export function serve(line: Line, evaluator: Evaluator): void {
  line.addEventListener('message', ({ data }) => {
    const { number, kind, asked } = data as Sent
    const given: Given = { number, answer: evaluator.answer(kind, asked) }
    line.postMessage(given)
  })
}
