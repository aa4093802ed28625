import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { createStore, type Store } from '#lib/store/store.ts'
import { SILENT } from '../store/silent.ts'
import { changedTables } from './changed-tables.ts'

/** The write at which a process ends, counted from 0. */
export interface End {
  readonly write: number
  readonly side: 'before' | 'after'
}

/** Milliseconds without a call after which background work is considered done. */
const QUIET_MS = 25

/**
 * A process as the database and Gardener see it, which may end like by kill -9 before or after one of its writes: from
 * then on it sends and receives nothing, and its open transactions are rolled back. It also records all its writes.
 */
export class MortalProcess {
  /** All writes in order: a commit with its statements is one write. */
  readonly writes: string[] = []
  /** Resolves when the process ends. */
  readonly ended: Promise<void>
  readonly #end: End | null
  readonly #die: () => void
  readonly #atBoundary: ((boundary: End) => Promise<void>) | null
  #hasEnded = false
  #resolveEnded: () => void = () => {}
  /** Rolls back each open session, like a server whose client disconnects. */
  readonly #sessions = new Set<() => void>()
  #underWay = 0
  #lastCall = performance.now()

  /**
   * `die` is called when the process ends: a real process does not return from it. A write waits for `atBoundary`
   * before it is sent, and after its response.
   */
  constructor(
    end: End | null = null,
    die: () => void = () => {},
    atBoundary: ((boundary: End) => Promise<void>) | null = null,
  ) {
    this.#end = end
    this.#die = die
    this.#atBoundary = atBoundary
    this.ended = new Promise(resolve => {
      this.#resolveEnded = resolve
    })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The database as this process sees it. */
  store(connection: Connection): Store {
    return createStore({
      connection: { ...connection, pool: this.#pool(connection.pool) },
      slowMs: 60_000,
      events: SILENT,
      health: () => ({ state: 'up', since: 0 }),
      now: Date.now,
      suspect: () => {},
    })
  }

  /** Gardener as this process sees it. Lists each call, so that a new kind of write cannot be missed. */
  client(real: GardenClient): GardenClient {
    return {
      server: real.server,
      page: (...args) => this.#call(() => real.page(...args)),
      watch: (...args) => this.#call(() => real.watch(...args)),
      get: (...args) => this.#call(() => real.get(...args)),
      patch: (place, change, options) => {
        const send = () => real.patch<never>(place, change, options)
        return options.dryRun ? this.#call(send) : this.#write(`patch ${place.resource.plural}`, send)
      },
      create: (collection, object, options) => {
        const send = () => real.create<never>(collection, object as never, options)
        return options?.dryRun ? this.#call(send) : this.#write(`create ${collection.resource.plural}`, send)
      },
      apply: (place, config, options) => {
        const send = () => real.apply<never>(place, config as never, options)
        return options.dryRun ? this.#call(send) : this.#write(`apply ${nameOf(place)}`, send)
      },
      update: (place, object, options) => {
        const send = () => real.update<never>(place, object as never, options)
        return options.dryRun ? this.#call(send) : this.#write(`update ${nameOf(place)}`, send)
      },
      delete: (place, options) => {
        const send = () => real.delete(place, options)
        return options?.dryRun ? this.#call(send) : this.#write(`delete ${nameOf(place)}`, send)
      },
      request: (call, options) => {
        const send = () => real.request<never>(call, options)
        return call.method === 'GET' ? this.#call(send) : this.#write(`${call.method} ${call.path}`, send)
      },
      close: () => {},
    }
  }

  /** Waits until background work is done, or the process has ended. */
  async quiet(): Promise<void> {
    while (!this.#hasEnded && (this.#underWay > 0 || performance.now() - this.#lastCall < QUIET_MS)) await sleep(5)
  }

  async #write<Result>(name: string, send: () => Promise<Result>): Promise<Result> {
    if (this.#hasEnded) return never()
    const number = this.writes.push(name) - 1
    if (this.#endsAt(number, 'before')) return never()
    return this.#call(async () => {
      await this.#atBoundary?.({ write: number, side: 'before' })
      const result = await send()
      this.#endsAt(number, 'after')
      await this.#atBoundary?.({ write: number, side: 'after' })
      return result
    })
  }

  /** An ended process neither sends requests nor receives responses. */
  async #call<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#hasEnded) return never()
    this.#underWay++
    try {
      return await send()
    } finally {
      this.#underWay--
      this.#lastCall = performance.now()
      // biome-ignore lint/correctness/noUnsafeFinally: an ended process receives neither a response nor an error.
      if (this.#hasEnded) return never()
    }
  }

  #endsAt(write: number, side: End['side']): boolean {
    if (this.#end?.write !== write || this.#end.side !== side) return false
    this.#hasEnded = true
    this.#die()
    for (const breakOff of this.#sessions) breakOff()
    this.#resolveEnded()
    return true
  }

  #pool(real: pg.Pool): pg.Pool {
    const query = (statement: pg.QueryConfig) => {
      const changed = changedTables(statement.text)
      const send = () => real.query(statement)
      return changed.length === 0 ? this.#call(send) : this.#write(changed.join(', '), send)
    }
    const connect = () => this.#call(async () => this.#session(await real.connect()))
    // Many processes share one pool; its owner handles its errors.
    return withMethods(real, { query, connect, on: () => real })
  }

  /** A session for one transaction: its commit writes its changes. */
  #session(real: pg.PoolClient): pg.PoolClient {
    const changed = new Set<string>()
    const breakOff = () => void real.query('ROLLBACK').then(() => release(), release)
    const release = (error?: Error) => {
      if (this.#sessions.delete(breakOff)) real.release(error)
    }
    this.#sessions.add(breakOff)
    if (this.#hasEnded) breakOff()
    const query = (statement: pg.QueryConfig) => {
      for (const change of changedTables(statement.text)) changed.add(change)
      const send = () => real.query(statement)
      const isWrite = statement.text.startsWith('COMMIT') && changed.size > 0
      return isWrite ? this.#write([...changed].join(', '), send) : this.#call(send)
    }
    return withMethods(real, { query, release, on: () => real })
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

/** An object with some of its methods replaced. */
function withMethods<Thing extends object>(thing: Thing, methods: Readonly<Record<string, unknown>>): Thing {
  return new Proxy(thing, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(methods, key)) return methods[key]
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function nameOf({ resource, subresource }: ObjectPlace): string {
  return subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`
}
