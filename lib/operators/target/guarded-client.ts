import type { GardenClient } from '#lib/garden/client/client.ts'

/**
 * A client whose every request waits for `admitted`; none is sent when that rejects. A failure to find out is retried by the next
 * request. `admitted` serves all requests together, so a request whose own signal aborts leaves it running.
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

/** What `work` comes to. Throws the signal's reason as soon as it aborts. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
