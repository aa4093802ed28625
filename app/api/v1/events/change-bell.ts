import { compareText } from '#lib/hap/compare-text.ts'

/** Changes are collected for so long, so that a burst is one event. */
const COLLECTED_MS = 200
/** From telling one listener to telling the next, at least; what a page then asks for is answered in between. */
const BETWEEN_MS = 2

/** Told of everything that changed until a moment. */
type Listener<Moment> = (until: Moment) => void

interface Turn<Moment> {
  readonly listener: Listener<Moment>
  readonly subject: string
}

/**
 * Tells all listeners that something changed: at once would be once per change. One after the other, since of pages that ask together
 * each waits for all others; those of one subject in a row and of the same changes, since they share their answers.
 * Listens itself while anybody does.
 */
export class ChangeBell<Moment> {
  readonly #follow: (listener: () => void) => () => void
  readonly #now: () => Moment
  /** With what each is about. */
  readonly #listeners = new Map<Listener<Moment>, () => string>()
  #unfollow: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #isRinging = false
  #hasChangedAgain = false

  /** `follow` calls back at each change, until what it returns is called. */
  constructor(follow: (listener: () => void) => () => void, now: () => Moment) {
    this.#follow = follow
    this.#now = now
  }

  /** `subjectOf` is asked once for each telling. Returns how it ends. */
  subscribe(listener: Listener<Moment>, subjectOf = () => ''): () => void {
    this.#listeners.set(listener, subjectOf)
    this.#unfollow ??= this.#follow(() => this.#changed())
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#rest()
    }
  }

  #rest(): void {
    this.#unfollow?.()
    this.#unfollow = null
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#isRinging = false
    this.#hasChangedAgain = false
  }

  #changed(): void {
    if (this.#isRinging) this.#hasChangedAgain = true
    else this.#timer ??= setTimeout(() => this.#ring(), COLLECTED_MS)
  }

  #ring(): void {
    this.#isRinging = true
    this.#hasChangedAgain = false
    const turns = Array.from(this.#listeners, ([listener, subjectOf]) => ({ listener, subject: subjectOf() }))
    this.#tell(turns.sort((a, b) => compareText(a.subject, b.subject)))
  }

  #tell([turn, ...others]: readonly Turn<Moment>[], until = this.#now()): void {
    if (turn && this.#listeners.has(turn.listener)) turn.listener(until)
    if (this.#listeners.size === 0) return
    const [next] = others
    if (next) {
      this.#timer = setTimeout(
        () => this.#tell(others, next.subject === turn?.subject ? until : this.#now()),
        BETWEEN_MS,
      )
      return
    }
    this.#isRinging = false
    this.#timer = null
    if (this.#hasChangedAgain) this.#changed()
  }
}
