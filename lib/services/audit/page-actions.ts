/** A call of an action of a page that was refused before the action began. */
interface RefusedCall {
  /** Address of the page. */
  readonly page: string
  /** As the request names the action; null when it names none. */
  readonly actionId: string | null
  /** Header of the request, which tells who sent it. */
  readonly cookie: string | null
  /** A sentence for people. */
  readonly why: string
}

interface PageActions {
  /** Whether the build has an action of this id. */
  has(id: string): boolean
  /** Records a refused call when it is known whose it was. Nothing hangs on the note. */
  refused(call: RefusedCall): Promise<void>
}

// The proxy is a bundle of its own, and small: it meets the runtime here only.
const KEY = Symbol.for('hap.page-actions')
const shared: typeof globalThis & { [KEY]?: PageActions } = globalThis

/** What is known of actions of pages; null before the runtime has started. */
export function pageActions(): PageActions | null {
  return shared[KEY] ?? null
}

/** Lets every bundle of the process know. */
export function providePageActions(actions: PageActions): void {
  shared[KEY] = actions
}
