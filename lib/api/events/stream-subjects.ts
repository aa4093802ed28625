import { randomBytes } from 'node:crypto'
import { onePerProcess } from '#lib/util/across-bundles.ts'

interface Subject {
  before: string
  asked: string | null
}

/**
 * Groups event streams by the question that their pages ask after a change, because pages do not
 * announce it. A page whose answers are not shared asks nothing here and stays in its group.
 */
export class StreamSubjects {
  readonly #subjects = new Map<string, Subject>()

  /** Registers a new stream. Its id is random, so that other clients cannot guess it. */
  begin(): string {
    const stream = randomBytes(8).toString('hex')
    this.#subjects.set(stream, { before: '', asked: null })
    return stream
  }

  end(stream: string): void {
    this.#subjects.delete(stream)
  }

  /** Records a question from a page that follows the stream. */
  ask(stream: string, question: string): void {
    const subject = this.#subjects.get(stream)
    if (subject && (subject.asked === null || question < subject.asked)) subject.asked = question
  }

  /**
   * Returns the alphabetically first question since the last call, or the previous result without
   * any; empty for an unknown stream.
   */
  take(stream: string): string {
    const subject = this.#subjects.get(stream)
    if (!subject) return ''
    subject.before = subject.asked ?? subject.before
    subject.asked = null
    return subject.before
  }
}

export const STREAM_SUBJECTS = onePerProcess('stream-subjects', () => new StreamSubjects())
