import { compareText } from '#lib/hap/text/text.ts'

/** Changes are collected for so long, so that a burst is one event. */
const COLLECTED_MS = 200
/** From telling one listener to telling the next, at least; what a page then asks for is answered in between. */
const BETWEEN_MS = 2

/** Told of everything that changed until then. */
type Listener<Until> = (until: Until) => void

interface Turn<Until> {
  readonly listener: Listener<Until>
  readonly subject: string
}

/**
 * Tells all listeners that something changed: at once would be once per change. One after the other, since of pages that ask together
 * each waits for all others; those of one subject in a row and of the same changes, since they share their answers.
 * Listens itself while anybody does.
 */
export class ChangeBell<Until> {
  readonly #follow: (listener: () => void) => () => void
  readonly #now: () => Until
  /** With what each is about. */
  readonly #listeners = new Map<Listener<Until>, () => string>()
  #unfollow: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #isRinging = false
  #hasChangedAgain = false

  /** `follow` calls back at each change, until what it returns is called. */
  constructor(follow: (listener: () => void) => () => void, now: () => Until) {
    this.#follow = follow
    this.#now = now
  }

  /** `subjectOf` is asked once for each telling. Returns how it ends. */
  subscribe(listener: Listener<Until>, subjectOf = () => ''): () => void {
    this.#unfollow ??= this.#follow(() => this.#changed())
    this.#listeners.set(listener, subjectOf)
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
    this.#timer = null
    const turns = Array.from(this.#listeners, ([listener, subjectOf]) => ({ listener, subject: subjectOf() }))
    turns.sort((a, b) => compareText(a.subject, b.subject))
    const until = this.#now()
    this.#isRinging = true
    this.#hasChangedAgain = false
    this.#tell(turns, until)
  }

  #tell([turn, ...others]: readonly Turn<Until>[], until: Until): void {
    try {
      if (turn && this.#listeners.has(turn.listener)) turn.listener(until)
    } finally {
      // One that fails keeps nobody else from hearing.
      if (this.#listeners.size > 0) this.#goOn(turn?.subject, others, until)
    }
  }

  #goOn(subject: string | undefined, others: readonly Turn<Until>[], until: Until): void {
    const [next] = others
    if (next) {
      const tell = () => this.#tell(others, next.subject === subject ? until : this.#now())
      this.#timer = setTimeout(tell, BETWEEN_MS)
      return
    }
    this.#isRinging = false
    this.#timer = null
    if (this.#hasChangedAgain) this.#changed()
  }
}
