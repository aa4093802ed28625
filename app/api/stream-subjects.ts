import { onePerProcess } from '#lib/across-bundles.ts'

interface Subject {
  before: string
  asked: string | null
}

/**
 * What the pages that follow a stream of events show, by what they ask for after they were told of a change: nobody says so. Pages whose
 * answers are nobody else's ask nothing here, and stay what they were before.
 */
export class StreamSubjects {
  readonly #subjects = new Map<number, Subject>()
  #last = 0

  /** Number of a new stream. */
  begin(): number {
    this.#last++
    this.#subjects.set(this.#last, { before: '', asked: null })
    return this.#last
  }

  end(stream: number): void {
    this.#subjects.delete(stream)
  }

  /** A page that follows the stream asks a question. */
  ask(stream: number, question: string): void {
    const subject = this.#subjects.get(stream)
    if (subject && (subject.asked === null || question < subject.asked)) subject.asked = question
  }

  /** Of all that was asked since this was last called the first by name, or else what it was then; empty for what nobody knows. */
  take(stream: number): string {
    const subject = this.#subjects.get(stream)
    if (!subject) return ''
    subject.before = subject.asked ?? subject.before
    subject.asked = null
    return subject.before
  }
}

export const STREAM_SUBJECTS = onePerProcess('stream-subjects', () => new StreamSubjects())
