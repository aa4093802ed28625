import type { Ledger } from '#lib/store/claims/ledger.ts'

/**
 * Steps of the protocol that may be left out on purpose, to see that the simulation finds out. `versions`: the API server takes a
 * write under any resourceVersion. `epochs`: what the tenant was given before is not looked at when the watch is late. `lock`: the
 * slot keeps nobody out, and clusters are counted before it. `key`: a replay is a new claim. `fence`: no operation keeps claims
 * away, nor is kept away by them. `mark`: what is given back is over at once, and its account stays as it is.
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
