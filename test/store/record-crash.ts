import { expect } from 'vitest'
import { type AuditFilter, listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import type { Boundaries, Visit } from '../crash/each-boundary.ts'
import type { MortalProcess } from '../crash/mortal-process.ts'
import { recoverConsole } from '../crash/recover-console.ts'
import type { ActionKit } from '../garden/action-kit.ts'
import { testStore } from './test-store.ts'

/** A database change by a process, with a check of its state after a recovery. */
interface RecordChange<Ground> {
  /** The least number of writes of the change. */
  readonly least: number
  /** Prepares a run under a name that no other run has. */
  begin(name: string): Promise<Ground>
  act(ground: Ground, process: MortalProcess): Promise<unknown>
  wrong(ground: Ground): Promise<readonly string[]>
}

/** Crashes a change at boundaries of its writes. */
export type RecordCrash = (kit: ActionKit, visit: Visit) => Promise<Boundaries & { readonly least: number }>

let runs = 0

/** A crash test of a change; after each recovery every entry of the audit log has an outcome. */
export function recordCrash<Ground>(change: (kit: ActionKit, store: OpenStore) => RecordChange<Ground>): RecordCrash {
  return async (kit, visit) => {
    const store = await testStore()
    const { least, begin, act, wrong } = change(kit, store)
    const boundaries = await visit<Ground>({
      begin: () => begin(`run-${++runs}`),
      act,
      async wrong(ground) {
        await recoverConsole(store, kit.context({ writes: kit.observer }))
        const found = [...(await wrong(ground))]
        for (const outcome of ['open', 'unknown'] as const) {
          const left = await listAudit(store.db, { outcome }, { limit: 10 })
          found.push(...left.map(({ action, detail }) => `the outcome of ${action} is ${outcome}: ${detail}`))
        }
        return found
      },
    })
    expect(boundaries.wrong).toEqual([])
    expect(boundaries.writes.length).toBeGreaterThanOrEqual(least)
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
    return { ...boundaries, least }
  }
}

/** Differences between a change and its accepted entries in the audit log: exactly one if it was made, else none. */
export async function findUntrue(store: OpenStore, filter: AuditFilter, isDone: boolean): Promise<readonly string[]> {
  const entries = await listAudit(store.db, filter, { limit: 10 })
  const accepted = entries.filter(({ outcome }) => outcome === 'accepted').length
  return accepted === (isDone ? 1 : 0)
    ? []
    : [`done: ${isDone}, but ${JSON.stringify(entries.map(each => each.outcome))}`]
}
