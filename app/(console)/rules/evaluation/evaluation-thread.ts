import type { AnswerMessage, Endpoint, QuestionMessage } from './evaluator.ts'
import type { Answer, QuestionInput, Questions } from './questions.ts'

interface PendingAnswer {
  readonly resolve: (answer: AnswerMessage['answer']) => void
  readonly reject: (error: Error) => void
}

interface Thread extends Endpoint {
  addEventListener(
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { readonly data: unknown }) => void,
  ): void
  terminate(): void
}

/**
 * Client of the evaluator in a worker. It starts the worker with the first question, and restarts
 * it after a failure.
 */
export class EvaluationThread {
  readonly #start: () => Thread
  #thread: Thread | null = null
  #number = 0
  readonly #pending = new Map<number, PendingAnswer>()
  #broken = false
  readonly #listeners = new Set<() => void>()
  /**
   * The last checked draft, and whether the current worker has received it. The page checks short
   * drafts without the worker.
   */
  #draft: QuestionInput<'check'> | null = null
  #isDraftSent = false

  constructor(start: () => Thread) {
    this.#start = start
  }

  /** Answers a question. Rejects when the worker fails or does not load. */
  ask<Kind extends keyof Questions>(kind: Kind, input: QuestionInput<Kind>): Promise<Answer<Kind>> {
    return new Promise((resolve, reject) => {
      if ('draft' in input && input.draft === this.#draft?.id) this.#sendDraft(this.#draft)
      // Only the question `check` carries a draft to check.
      if (kind === 'check') this.#draft = input as QuestionInput<'check'>
      // Question and answer share a number, so the answer has the kind of its question.
      const pending = { resolve: (answer: AnswerMessage['answer']) => resolve(answer as Answer<Kind>), reject }
      this.#pending.set(this.#send(kind, input), pending)
      if (kind === 'check') this.#isDraftSent = true
    })
  }

  /** Registers a draft that the page checked, because later questions refer to it. */
  setDraft(draft: QuestionInput<'check'>): void {
    this.#draft = draft
    this.#isDraftSent = false
  }

  /** Whether the last worker failed or did not load. The next answer resets it. */
  get broken(): boolean {
    return this.#broken
  }

  /** Subscribes to changes of `broken`. Returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Terminates the worker. Pending questions stay unanswered. */
  close(): void {
    this.#thread?.terminate()
    this.#thread = null
    this.#isDraftSent = false
    this.#pending.clear()
  }

  /** Sends a draft to the worker; no caller awaits this check. */
  #sendDraft(draft: QuestionInput<'check'>): void {
    if (this.#isDraftSent) return
    this.#send('check', draft)
    this.#isDraftSent = true
  }

  #send<Kind extends keyof Questions>(kind: Kind, input: QuestionInput<Kind>): number {
    const message: QuestionMessage<Kind> = { number: ++this.#number, kind, input }
    this.#thread ??= this.#startThread()
    this.#thread.postMessage(message)
    return message.number
  }

  #startThread(): Thread {
    const thread = this.#start()
    thread.addEventListener('message', ({ data }) => {
      const { number, answer } = data as AnswerMessage
      this.#pending.get(number)?.resolve(answer)
      this.#pending.delete(number)
      this.#setBroken(false)
    })
    const onFailure = () => {
      if (this.#thread !== thread) return
      const pending = [...this.#pending.values()]
      this.close()
      this.#setBroken(true)
      for (const { reject } of pending) reject(new Error('The evaluation could not be loaded or failed.'))
    }
    thread.addEventListener('error', onFailure)
    thread.addEventListener('messageerror', onFailure)
    return thread
  }

  #setBroken(broken: boolean): void {
    if (broken === this.#broken) return
    this.#broken = broken
    for (const listener of this.#listeners) listener()
  }
}

/** The evaluation of this page. */
export const evaluation = new EvaluationThread(() => {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rules' })
})
