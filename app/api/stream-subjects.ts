import { randomBytes } from 'node:crypto'
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
  readonly #subjects = new Map<string, Subject>()

  /** Id of a new stream, which nobody guesses who does not follow it. */
  begin(): string {
    const stream = randomBytes(8).toString('hex')
    this.#subjects.set(stream, { before: '', asked: null })
    return stream
  }

  end(stream: string): void {
    this.#subjects.delete(stream)
  }

  /** A page that follows the stream asks a question. */
  ask(stream: string, question: string): void {
    const subject = this.#subjects.get(stream)
    if (subject && (subject.asked === null || question < subject.asked)) subject.asked = question
  }

  /** Of all that was asked since this was last called the first by name, or else what it was then; empty for what nobody knows. */
  take(stream: string): string {
    const subject = this.#subjects.get(stream)
    if (!subject) return ''
    subject.before = subject.asked ?? subject.before
    subject.asked = null
    return subject.before
  }
}

export const STREAM_SUBJECTS = onePerProcess('stream-subjects', () => new StreamSubjects())
