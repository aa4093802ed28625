import type { GardenClient } from '#lib/garden/client/client.ts'

/**
 * Wraps a client so that each request waits for `admitted` and is not sent if that rejects. The
 * next request retries a rejected admission. All requests share one admission, so the abort of one
 * request does not abort it.
 */
export function guardedClient(client: GardenClient, admitted: () => Promise<unknown>): GardenClient {
  let admission: Promise<unknown> | null = null
  const admit = async (signal: AbortSignal | undefined): Promise<void> => {
    if (admission === null) {
      const running = admitted()
      admission = running
      running.catch(() => {
        if (admission === running) admission = null
      })
    }
    await unlessAborted(admission, signal)
  }
  return {
    server: client.server,
    async page(collection, options, take) {
      await admit(options.signal)
      return client.page(collection, options, take)
    },
    async watch(collection, options) {
      await admit(options.signal)
      return client.watch(collection, options)
    },
    async get(place, options) {
      await admit(options?.signal)
      return client.get(place, options)
    },
    async patch(place, change, options) {
      await admit(options.signal)
      return client.patch(place, change, options)
    },
    async create(home, object, options) {
      await admit(options?.signal)
      return client.create(home, object, options)
    },
    async apply(place, config, options) {
      await admit(options.signal)
      return client.apply(place, config, options)
    },
    async update(place, object, options) {
      await admit(options.signal)
      return client.update(place, object, options)
    },
    async delete(place, options) {
      await admit(options?.signal)
      return client.delete(place, options)
    },
    async request(call, options) {
      await admit(options?.signal ?? call.signal)
      return client.request(call, options)
    },
    close: () => client.close(),
  }
}

/** Resolves as `work`. Throws the reason of the signal as soon as it aborts. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
