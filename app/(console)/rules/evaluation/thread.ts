import type { Answer, Asked, Questions } from './questions.ts'
import type { Given, Line, Sent } from './serve.ts'

interface Waiting {
  readonly resolve: (answer: Given['answer']) => void
  readonly reject: (error: Error) => void
}

interface Thread extends Line {
  addEventListener(
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { readonly data: unknown }) => void,
  ): void
  terminate(): void
}

/** Asks an evaluator in a thread of its own, which is begun with the first question, and anew after it broke. */
export class EvaluationThread {
  readonly #begin: () => Thread
  #thread: Thread | null = null
  #number = 0
  readonly #waiting = new Map<number, Waiting>()

  constructor(begin: () => Thread) {
    this.#begin = begin
  }

  /** The answer to a question. Rejects where the thread breaks, or is not to be had. */
  ask<Kind extends keyof Questions>(kind: Kind, asked: Asked<Kind>): Promise<Answer<Kind>> {
    return new Promise((resolve, reject) => {
      const sent: Sent<Kind> = { number: ++this.#number, kind, asked }
      // The answer has the number of its question, and so is of its kind.
      this.#waiting.set(sent.number, { resolve: answer => resolve(answer as Answer<Kind>), reject })
      this.#thread ??= this.#started()
      this.#thread.postMessage(sent)
    })
  }

  /** Ends the thread; what was asked gets no answer. */
  close(): void {
    this.#thread?.terminate()
    this.#thread = null
    this.#waiting.clear()
  }

  #started(): Thread {
    const thread = this.#begin()
    thread.addEventListener('message', ({ data }) => {
      const { number, answer } = data as Given
      this.#waiting.get(number)?.resolve(answer)
      this.#waiting.delete(number)
    })
    const broken = () => {
      if (this.#thread !== thread) return
      const waiting = [...this.#waiting.values()]
      this.close()
      for (const { reject } of waiting) reject(new Error('The evaluation was not loaded, or it broke.'))
    }
    thread.addEventListener('error', broken)
    thread.addEventListener('messageerror', broken)
    return thread
  }
}
