/** Who sends a request, as far as its headers tell. */
export interface Sender {
  /** Of the client; see openGate. */
  readonly address: string
  readonly cookie: string | null
  readonly authorization: string | null
}

interface RequestPace {
  /** Counts a request. Out: 0 when it may go on, else after how many seconds its sender may ask again. */
  wait(sender: Sender): Promise<number>
}

// The proxy is a bundle of its own, and small: it meets the runtime here only.
const KEY = Symbol.for('hap.request-pace')
const shared: typeof globalThis & { [KEY]?: RequestPace } = globalThis

/** What keeps count of requests; null before the runtime has started. */
export function requestPace(): RequestPace | null {
  return shared[KEY] ?? null
}

/** Lets every bundle of the process know. */
export function provideRequestPace(pace: RequestPace): void {
  shared[KEY] = pace
}
