import { useEffect, useRef, useState } from 'react'
import { evaluation } from './evaluation-thread.ts'
import type { Answer, QuestionInput, Questions } from './questions.ts'

/**
 * Returns the latest answer to a changing question, and the previous one until then. Returns null
 * before the first answer and while `input` is null. `input` must be the same object while the
 * question is the same.
 */
export function useAnswer<Kind extends keyof Questions>(
  kind: Kind,
  input: QuestionInput<Kind> | null,
): Answer<Kind> | null {
  const [answer, setAnswer] = useState<Answer<Kind> | null>(null)
  const latest = useRef<LatestQuestion<QuestionInput<Kind>, Answer<Kind>> | null>(null)
  const hasInput = input !== null
  useEffect(() => {
    if (!hasInput) return
    const question = new LatestQuestion((one: QuestionInput<Kind>) => evaluation.ask(kind, one), setAnswer)
    latest.current = question
    return () => {
      question.close()
      latest.current = null
      setAnswer(null)
    }
  }, [kind, hasInput])
  useEffect(() => {
    if (input !== null) latest.current?.ask(input)
  }, [input])
  return hasInput ? answer : null
}

/** Delay before a failed question is retried. */
const RETRY_MS = 3_000

/**
 * Asks a changing question one at a time: after each answer it asks the latest version only, so
 * that questions never pile up.
 */
export class LatestQuestion<Input, Answer> {
  readonly #ask: (input: Input) => Promise<Answer>
  readonly #onAnswer: (answer: Answer) => void
  #next: { readonly input: Input } | null = null
  #busy = false
  #isClosed = false

  constructor(ask: (input: Input) => Promise<Answer>, onAnswer: (answer: Answer) => void) {
    this.#ask = ask
    this.#onAnswer = onAnswer
  }

  ask(input: Input): void {
    this.#next = { input }
    if (!this.#busy) void this.#run()
  }

  /** Stops asking and drops pending answers. */
  close(): void {
    this.#isClosed = true
    this.#next = null
  }

  async #run(): Promise<void> {
    this.#busy = true
    for (let next = this.#next; next !== null && !this.#isClosed; next = this.#next) {
      this.#next = null
      try {
        const answer = await this.#ask(next.input)
        if (!this.#isClosed) this.#onAnswer(answer)
      } catch {
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
        this.#next ??= next
      }
    }
    this.#busy = false
  }
}
