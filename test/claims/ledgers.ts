import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { testStore } from '../store/test-store.ts'
import { MemoryDatabase } from './memory-database.ts'
import { memoryLedger } from './memory-ledger.ts'

export interface TestLedger {
  readonly ledger: Ledger
  /** The ledger of another process on the same database. */
  another(): Ledger
  /** Lets all current leases expire. */
  expire(): Promise<void>
}

/** An empty ledger of the kind that the suite’s project tests. */
export async function testLedger(): Promise<TestLedger> {
  if (inject('database') === undefined) {
    let now = Date.parse('2026-05-01T00:00:00Z')
    const advance = () => {
      now += 31_000
    }
    const database = new MemoryDatabase()
    const another = () => memoryLedger(database, { now: () => now, turn: () => sleep(0) })
    return { ledger: another(), another, expire: async () => advance() }
  }
  const store = await testStore()
  const past = "clock_timestamp() - interval '1 second'"
  const another = () => storeLedger(store)
  return {
    ledger: another(),
    another,
    async expire() {
      for (const table of ['claim', 'tenant_slot', 'account_fence'])
        await store.db.$executeRawUnsafe(`UPDATE ${table} SET lease_until = ${past} WHERE lease_until IS NOT NULL`)
    },
  }
}
