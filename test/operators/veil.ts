import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { WatchEvent } from '#lib/garden/client/watch-events.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'

export type Watching = Pick<GardenClient, 'page' | 'watch'>

/**
 * Hides from whoever watches what happens while it is down. Afterwards they find what is there by a new list, and never hear how it
 * came to that: states in between stay hidden, as after a watch that broke off.
 */
export class Veil {
  readonly watching: Watching
  #lifted: Promise<void> = Promise.resolve()
  #lift: () => void = () => undefined
  #isDown = false
  /** Events nobody heard of. */
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

  /** Out: what was done meanwhile is over, and seen as it is then. */
  async hide(happenings: () => Promise<unknown>): Promise<void> {
    this.#lifted = new Promise(resolve => {
      this.#lift = resolve
    })
    this.#isDown = true
    try {
      await happenings()
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
        because: 'the server has forgotten what was.',
        status: 410,
      })
    }
  }
}
