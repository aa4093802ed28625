import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { WatchEvent } from '#lib/garden/client/watch-events.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'

export type Watching = Pick<GardenClient, 'page' | 'watch'>

/**
 * Hides events from watchers while it is down. Afterwards they see the current state by a new list, without the states
 * in between, like after a broken watch.
 */
export class Veil {
  readonly watching: Watching
  #lifted: Promise<void> = Promise.resolve()
  #lift: () => void = () => undefined
  #isDown = false
  /** Number of hidden events. */
  hidden = 0

  constructor(client: Watching) {
    this.watching = {
      page: async (...asked) => {
        await this.#lifted
        return client.page(...asked)
      },
      watch: async (...asked) => this.#veiled(await client.watch(...asked)) as never,
    }
  }

  /** Runs changes, which watchers see afterwards only as their result. */
  async hide(changes: () => Promise<unknown>): Promise<void> {
    this.#lifted = new Promise(resolve => {
      this.#lift = resolve
    })
    this.#isDown = true
    try {
      await changes()
    } finally {
      this.#isDown = false
      this.#lift()
    }
  }

  async *#veiled(events: AsyncGenerator<WatchEvent<KubeObject>>): AsyncGenerator<WatchEvent<KubeObject>> {
    for (;;) {
      const { done, value } = await events.next()
      if (done) return
      if (!this.#isDown) {
        yield value
        continue
      }
      this.hidden++
      await this.#lifted
      await events.return(undefined)
      throw new GardenError({
        kind: 'gone',
        doing: 'watch',
        because: 'the server no longer has these versions.',
        status: 410,
      })
    }
  }
}
