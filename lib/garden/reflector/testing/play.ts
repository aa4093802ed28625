import type { PageOptions, WatchOptions } from '#lib/garden/client/client.ts'
import { GardenError, type GardenErrorKind, timeoutFailure } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { WatchEvent } from '#lib/garden/client/watch-events.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { Contact, type ContactState } from '../contact.ts'
import { reflect } from '../reflector.ts'

/** `name@version` has a version of its own. */
type Page = { readonly names: readonly string[]; readonly end: PageEnd } | GardenError
/** Events of one watch; a number lets that many milliseconds pass, an error breaks it. */
export type Watch = GardenError | readonly (WatchEvent<KubeObject> | number | GardenError)[]

const object = (name: string, resourceVersion = '1'): KubeObject => ({ metadata: { name, resourceVersion } })
export const event = (type: WatchEvent<KubeObject>['type'], name: string, resourceVersion: string) => ({
  type,
  object: object(name, resourceVersion),
})
export const page = (names: readonly string[], end: Partial<PageEnd> = {}): Page => ({
  names,
  end: { resourceVersion: '10', continue: null, ...end },
})
export const failure = (kind: GardenErrorKind, more: Partial<{ status: number; retryAfterMs: number }> = {}) =>
  new GardenError({ kind, doing: 'watch shoots', because: 'of the test.', ...more })

export interface Script {
  readonly pages: readonly Page[]
  readonly watches: readonly Watch[]
  readonly random?: () => number
  /** Default: a minute. */
  readonly staleAfterMs?: number
  readonly project?: (object: KubeObject) => string | null
  readonly identify?: (object: KubeObject) => string | null
  readonly whenNotServed?: 'empty' | 'keep'
  readonly recall?: () => Promise<void>
  /** Called before the first page of each list, with the time in milliseconds. */
  readonly listing?: (state: ContactState, at: number) => void
  /** Called before each wait. */
  readonly waiting?: (state: ContactState, reached: string | null) => void
}

/** Runs a reflector against scripted answers in virtual time, until the script of pages or watches is used up. */
export async function play(script: Script) {
  const kept = new Set<string>()
  const asked: string[] = []
  const slept: number[] = []
  const lengths: number[] = []
  const stop = new AbortController()
  const pages = [...script.pages]
  const watches = [...script.watches]
  let now = 1_000_000
  let changes = 0
  const clock = () => now
  const staleAfterMs = script.staleAfterMs ?? 60_000
  const contact = new Contact({ clock, staleAfterMs, onChange: () => changes++ })
  const client = {
    async page(_collection: unknown, options: PageOptions, take: (object: KubeObject) => void) {
      if (options.continue === undefined) script.listing?.(contact.state(), now)
      asked.push(`list ${options.limit}${options.continue === undefined ? '' : ` after ${options.continue}`}`)
      const next = pages.shift()
      if (next === undefined) stop.abort()
      stop.signal.throwIfAborted()
      if (next instanceof GardenError) throw next
      for (const name of next?.names ?? []) {
        const [plain = '', version] = name.split('@')
        take(object(plain, version))
      }
      return next?.end
    },
    async watch(_collection: unknown, options: WatchOptions) {
      lengths.push(options.timeoutSeconds)
      asked.push(`watch from ${options.resourceVersion}`)
      const next = watches.shift()
      if (next === undefined) stop.abort()
      stop.signal.throwIfAborted()
      if (next instanceof GardenError) throw next
      return (async function* () {
        for (const item of next ?? []) {
          if (item instanceof GardenError) throw item
          if (typeof item === 'number' && item > options.silenceMs) {
            now += options.silenceMs
            throw timeoutFailure('watch shoots', 'https://garden', options.silenceMs, false)
          }
          if (typeof item === 'number') now += item
          else yield item
        }
      })()
    },
  }
  await reflect<KubeObject, string>(
    {
      client: client as never,
      collection: { resource: SHOOTS, namespace: 'garden-kyma' },
      pageSize: 100,
      project: script.project ?? (each => each.metadata?.name ?? null),
      keyOf: name => name,
      identify: script.identify ?? (() => null),
      ...(script.whenNotServed && { whenNotServed: script.whenNotServed }),
      ...(script.recall && { recall: script.recall }),
      sink: {
        put: name => kept.add(name),
        remove: name => kept.delete(name),
        retain: names => {
          for (const name of kept) if (!names.has(name)) kept.delete(name)
        },
      },
      contact,
      timing: {
        clock,
        random: script.random ?? (() => 1),
        sleep: async ms => {
          script.waiting?.(contact.state(), contact.reached)
          slept.push(ms)
          now += ms
        },
        watchSeconds: [30, 45],
        endGraceMs: 5000,
        silentAfterMs: staleAfterMs,
      },
    },
    stop.signal,
  )
  return {
    kept: [...kept].sort(),
    asked,
    slept,
    /** Seconds that the watches were asked to last. */
    lengths,
    reached: contact.reached,
    state: contact.state(),
    changes: () => changes,
    now: () => now,
  }
}
