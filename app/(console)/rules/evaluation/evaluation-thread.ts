import type { Given, Line, Sent } from './evaluator.ts'
import type { Answer, Asked, Questions } from './questions.ts'

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
  #broken = false
  readonly #listeners = new Set<() => void>()
  /** The last draft that was checked, by the page itself or by a thread, and whether the thread there is now was told of it. */
  #draft: Asked<'check'> | null = null
  #told = false

  constructor(begin: () => Thread) {
    this.#begin = begin
  }

  /** The answer to a question. Rejects where the thread breaks, or is not to be had. */
  ask<Kind extends keyof Questions>(kind: Kind, asked: Asked<Kind>): Promise<Answer<Kind>> {
    return new Promise((resolve, reject) => {
      if ('draft' in asked && asked.draft === this.#draft?.id) this.#tell(this.#draft)
      // Only a check is asked for with one.
      if (kind === 'check') this.#draft = asked as Asked<'check'>
      // The answer has the number of its question, and so is of its kind.
      const waiting = { resolve: (answer: Given['answer']) => resolve(answer as Answer<Kind>), reject }
      this.#waiting.set(this.#send(kind, asked), waiting)
      if (kind === 'check') this.#told = true
    })
  }

  /** The page checked a draft by itself: questions about it may follow. */
  knows(draft: Asked<'check'>): void {
    this.#draft = draft
    this.#told = false
  }

  /** Whether the last thread broke, or was not to be had; false again with the first answer of another one. */
  get broken(): boolean {
    return this.#broken
  }

  /** Calls `listener` whenever `broken` changes. Returns how to stop that. */
  readonly onBroken = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the thread; what was asked gets no answer. */
  close(): void {
    this.#thread?.terminate()
    this.#thread = null
    this.#told = false
    this.#waiting.clear()
  }

  /** The thread checks the draft too; nobody waits for what it finds. */
  #tell(draft: Asked<'check'>): void {
    if (this.#told) return
    this.#send('check', draft)
    this.#told = true
  }

  #send<Kind extends keyof Questions>(kind: Kind, asked: Asked<Kind>): number {
    const sent: Sent<Kind> = { number: ++this.#number, kind, asked }
    this.#thread ??= this.#started()
    this.#thread.postMessage(sent)
    return sent.number
  }

  #started(): Thread {
    const thread = this.#begin()
    thread.addEventListener('message', ({ data }) => {
      const { number, answer } = data as Given
      this.#waiting.get(number)?.resolve(answer)
      this.#waiting.delete(number)
      this.#setBroken(false)
    })
    const broken = () => {
      if (this.#thread !== thread) return
      const waiting = [...this.#waiting.values()]
      this.close()
      this.#setBroken(true)
      for (const { reject } of waiting) reject(new Error('The evaluation was not loaded, or it broke.'))
    }
    thread.addEventListener('error', broken)
    thread.addEventListener('messageerror', broken)
    return thread
  }

  #setBroken(broken: boolean): void {
    if (broken === this.#broken) return
    this.#broken = broken
    for (const listener of this.#listeners) listener()
  }
}

/** Evaluates rules for this page, beside it. */
export const evaluation = new EvaluationThread(() => {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rules' })
})
