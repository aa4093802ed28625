/** A call of a server action that was refused before the action started. */
interface RefusedCall {
  /** URL of the page. */
  readonly page: string
  /** Id of the action in the request; null if it names none. */
  readonly actionId: string | null
  /** The Cookie header, which identifies the user. */
  readonly cookie: string | null
  /** A sentence. */
  readonly why: string
}

interface PageActions {
  /** Whether the build has an action of this id. */
  has(id: string): boolean
  /** Records a refused call if its user is known. A failure to record it is ignored. */
  refused(call: RefusedCall): Promise<void>
}

// The proxy is a separate small bundle, and this symbol is its only link to the runtime.
const KEY = Symbol.for('hap.page-actions')
const shared: typeof globalThis & { [KEY]?: PageActions } = globalThis

/** The server actions of the build; null before the runtime has started. */
export function pageActions(): PageActions | null {
  return shared[KEY] ?? null
}

/** Provides them to every bundle of the process. */
export function providePageActions(actions: PageActions): void {
  shared[KEY] = actions
}
