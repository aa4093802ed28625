import { useEffect, useRef, useState } from 'react'
import { evaluation } from './evaluation-thread.ts'
import type { Answer, Asked, Questions } from './questions.ts'

/**
 * The newest answer to a question that changes; the one before it until that is there. Null before the first answer, and while nothing is
 * asked. In: the same object as long as it is the same question.
 */
export function useAnswer<Kind extends keyof Questions>(kind: Kind, asked: Asked<Kind> | null): Answer<Kind> | null {
  const [answer, setAnswer] = useState<Answer<Kind> | null>(null)
  const newest = useRef<Newest<Asked<Kind>, Answer<Kind>> | null>(null)
  const isAsked = asked !== null
  useEffect(() => {
    if (!isAsked) return
    const made = new Newest((one: Asked<Kind>) => evaluation.ask(kind, one), setAnswer)
    newest.current = made
    return () => {
      made.leave()
      newest.current = null
      setAnswer(null)
    }
  }, [kind, isAsked])
  useEffect(() => {
    if (asked !== null) newest.current?.ask(asked)
  }, [asked])
  return isAsked ? answer : null
}

/** After an answer that did not come, it is asked again. */
const RETRY_MS = 3_000

/** Asks a question that changes: the newest one as soon as the one before is answered, so that they never pile up. */
export class Newest<Asked, Answer> {
  readonly #ask: (asked: Asked) => Promise<Answer>
  readonly #take: (answer: Answer) => void
  #next: { readonly asked: Asked } | null = null
  #busy = false
  #left = false

  constructor(ask: (asked: Asked) => Promise<Answer>, take: (answer: Answer) => void) {
    this.#ask = ask
    this.#take = take
  }

  ask(asked: Asked): void {
    this.#next = { asked }
    if (!this.#busy) void this.#run()
  }

  /** Nothing is asked any more, and no answer taken. */
  leave(): void {
    this.#left = true
    this.#next = null
  }

  async #run(): Promise<void> {
    this.#busy = true
    for (let next = this.#next; next !== null && !this.#left; next = this.#next) {
      this.#next = null
      try {
        const answer = await this.#ask(next.asked)
        if (!this.#left) this.#take(answer)
      } catch {
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
        this.#next ??= next
      }
    }
    this.#busy = false
  }
}
