import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { Watched } from './watcher.ts'

/** A binding that becomes dirty, or free again. */
export interface Change {
  readonly state: 'free' | 'dirty'
  /** When it was about to be written. */
  readonly at: number
}

/** What pages showed of changes. */
export interface Seen {
  /** From each write until one page shows it. */
  readonly times: number[]
  /** Rows that showed what was written to them. */
  rows: number
  /** Names in rows that did not. */
  readonly old: string[]
}

interface Told {
  readonly name: string
  readonly told: number
  readonly change: Change
}

/** Notes how long it took from each write until one page shows it, and whether its rows do. */
export function watchedBy(changes: ReadonlyMap<string, Change>, seen: Seen): Watched {
  let open: readonly Told[] = []
  return {
    told: ({ bindings }, told) => {
      if (bindings === null) throw new Error('A notice names no bindings.')
      const names = bindings.map(key => key.slice(key.lastIndexOf('/') + 1))
      const news = names.flatMap(name => {
        const change = changes.get(name)
        return change ? [{ name, told, change }] : []
      })
      open = [...open, ...news]
    },
    shown: (since, answers) => {
      const now = performance.now()
      const states = statesIn(answers)
      for (const { name, change } of open.filter(({ told }) => told <= since)) {
        seen.times.push(now - change.at)
        const state = states.get(name)
        if (state === change.state) seen.rows++
        // Unless it was written again meanwhile.
        else if (state !== undefined && changes.get(name) === change) seen.old.push(name)
      }
      open = open.filter(({ told }) => told > since)
    },
  }
}

/** States of the bindings that answers list, by their names. */
function statesIn(answers: readonly unknown[]): ReadonlyMap<string, string> {
  const states = new Map<string, string>()
  for (const answer of answers as readonly Partial<BindingsView>[])
    for (const { name, state } of answer.rows ?? []) if (name && state) states.set(name, state)
  return states
}
