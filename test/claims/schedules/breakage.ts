import type { Ledger } from '#lib/store/claims/ledger.ts'

/**
 * Steps of the protocol that a simulation may leave out, to verify that it detects that. `versions`: the API server
 * accepts a write with any resourceVersion. `epochs`: earlier selections of the tenant are ignored when the watch is
 * late. `lock`: the slot excludes no one, and clusters are counted before it. `key`: a replay is a new claim. `fence`:
 * actions and claims do not exclude each other. `mark`: a release ends immediately without marking its account.
 */
export type Breakage = 'versions' | 'epochs' | 'lock' | 'key' | 'fence' | 'mark'

/** A ledger without one step of the protocol. */
export function brokenLedger(ledger: Ledger, breakage: Breakage | null): Ledger {
  switch (breakage) {
    case 'epochs':
      return {
        ...ledger,
        decide: order => ledger.decide({ ...order, choose: facts => order.choose({ ...facts, given: [] }) }),
      }
    case 'key': {
      let times = 0
      return {
        ...ledger,
        recordArrival: (arrival, holder) =>
          ledger.recordArrival({ ...arrival, key: `${arrival.key} again ${times++}` }, holder),
      }
    }
    case 'lock':
      return {
        ...ledger,
        acquireSlot: (key, holder) => Promise.resolve({ key, holder, token: 0n }),
        releaseSlot: () => Promise.resolve(),
        confirm: (lease, epoch) => ledger.confirm(lease, epoch, null),
        async decide(order) {
          const { counts } = await ledger.previewFacts(order.question)
          const choose: typeof order.choose = facts => {
            const choice = order.choose({ ...facts, counts, rivals: [] })
            return choice.kind === 'take' ? { ...choice, pick: { ...choice.pick, counted: null } } : choice
          }
          return ledger.decide({ ...order, slot: null, choose })
        },
      }
    case 'fence':
      return {
        ...ledger,
        acquireFence: account => Promise.resolve({ account, token: 0n }),
        renewFence: () => Promise.resolve(true),
        releaseFence: () => Promise.resolve(),
      }
    case 'mark':
      return {
        ...ledger,
        async beginRelease(id, holder, audit) {
          const given = await ledger.beginRelease(id, holder, audit)
          if (given?.status !== 'releasing') return given
          await ledger.finishRelease(given, 'It is over.')
          return { ...given, status: 'released' }
        },
      }
    default:
      return ledger
  }
}
