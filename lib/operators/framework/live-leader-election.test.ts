import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FaultInput } from '#embedded-garden/faults/fault.ts'
import { type GearGarden, NAMESPACE, startGearGarden } from '../../../test/operators/gears.ts'
import { VirtualTime } from '../../../test/operators/virtual-time.ts'
import { LeaderElection, type LeaseTiming } from './leader-election.ts'
import { LEASES, type LeaseObject } from './lease.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let kit: GearGarden

beforeAll(async () => {
  kit = await startGearGarden()
})

afterAll(() => kit.stop())

interface Candidate {
  readonly election: LeaderElection
  readonly failures: unknown[]
  readonly terms: { readonly begun: number; ended: number | null }[]
  stop(): Promise<void>
}

interface CandidateOptions {
  readonly timing?: Partial<LeaseTiming>
  /** Time to stop its work. */
  readonly handOverMs?: number
  readonly work?: () => Promise<void>
}

/** A Lease with a fake clock; the server is real and responds immediately. */
function leaseOf(name: string) {
  const time = new VirtualTime()
  const place = { resource: LEASES, namespace: NAMESPACE, name }
  const versionOf = (identity: string) => `${name}-${identity}`
  const silent = new Set<string>()
  onTestFinished(() => kit.garden.faults.clear())
  return {
    time,
    place,
    read: () => kit.observer.get<LeaseObject>(place),
    harm: (identity: string, { match, ...fault }: FaultInput) => {
      if (fault.mishap.type === 'hang') silent.add(identity)
      kit.garden.faults.add({ ...fault, match: { ...match, userAgent: `hap-console/${versionOf(identity)}` } })
    },
    /** A candidate process. */
    run(identity: string, { timing = {}, handOverMs = 0, work }: CandidateOptions = {}): Candidate {
      const failures: unknown[] = []
      const terms: { begun: number; ended: number | null }[] = []
      const stop = new AbortController()
      const election = new LeaderElection({
        client: time.watched(kit.another(versionOf(identity)), () => silent.has(identity)),
        namespace: NAMESPACE,
        name,
        identity,
        timing: { ticks: time.now, sleep: time.sleep, timeout: time.timeout, ...timing },
        onFailure: error => failures.push(error),
      })
      const lead = async (signal: AbortSignal) => {
        const term = { begun: time.now(), ended: null as number | null }
        terms.push(term)
        await work?.()
        await time.sleep(Number.POSITIVE_INFINITY, signal)
        await time.sleep(handOverMs)
        term.ended = time.now()
      }
      let isOver = false
      const running = election.run(lead, stop.signal).then(() => {
        isOver = true
      })
      const end = async () => {
        stop.abort()
        await time.until(() => isOver, 120_000)
        await running
      }
      onTestFinished(end)
      return { election, failures, terms, stop: end }
    },
  }
}

const leaders = (...all: Candidate[]) => all.filter(({ election }) => election.isLeading).length

describe('the election of a leader', () => {
  test('creates a lease, renews it, and releases it at the end', async () => {
    const { run, read, time } = leaseOf('kept')
    const one = run('one')
    expect(await time.until(() => one.election.isLeading, 1_000)).toBe(0)
    const first = await read()
    expect(first.spec).toMatchObject({ holderIdentity: 'one', leaseDurationSeconds: 15, leaseTransitions: 0 })
    await time.pass(600_000)
    const later = await read()
    expect(later.spec?.renewTime).not.toBe(first.spec?.renewTime)
    expect(later.spec?.acquireTime).toBe(first.spec?.acquireTime)
    await one.stop()
    expect((await read()).spec?.holderIdentity).toBeUndefined()
    expect([one.terms, one.failures]).toEqual([[{ begun: 0, ended: 600_000 }], []])
  })

  test('has one leader of five at any time, and another one soon after it stopped', async () => {
    const { run, read, time } = leaseOf('five')
    const all = ['a', 'b', 'c', 'd', 'e'].map(identity => run(identity))
    await time.until(() => leaders(...all) === 1, 3_000)
    await time.pass(120_000, () => expect(leaders(...all)).toBe(1))
    const first = all.find(({ election }) => election.isLeading)
    const rest = all.filter(each => each !== first)
    await first?.stop()
    // The lease was released, so no process waits for its expiry.
    expect(await time.until(() => leaders(...rest) === 1, 10_000)).toBeLessThanOrEqual(2_400)
    const second = rest.find(({ election }) => election.isLeading)
    expect((await read()).spec).toMatchObject({ holderIdentity: second?.election.leader, leaseTransitions: 1 })
  })

  test('keeps the lease until the leader has stopped its work', async () => {
    const { run, time } = leaseOf('handed')
    const one = run('one', { handOverMs: 60_000 })
    await time.until(() => one.election.isLeading, 1_000)
    const two = run('two')
    await one.stop()
    expect(two.terms).toEqual([])
    await time.until(() => two.election.isLeading, 3_000)
    expect(two.terms[0]?.begun).toBeGreaterThanOrEqual(one.terms[0]?.ended ?? Number.POSITIVE_INFINITY)
    expect([...one.failures, ...two.failures]).toEqual([])
  })

  // An attempt follows the previous one within 2.4 s. The other process takes over at the first attempt 15 s after the one
  // that saw the last renewal. A silent server applies one more renewal than the leader learns of.
  test.each<[string, FaultInput['mishap'], number]>([
    ['refused', { type: 'status', status: 503 }, 2_400 + 15_000 + 2_400],
    ['cut', { type: 'reset' }, 2_400 + 15_000 + 2_400],
    ['silent', { type: 'hang' }, 2_400 + 2_400 + 15_000 + 2_400],
  ])('a leader whose server is %s steps down before another one takes over', async (name, mishap, latest) => {
    const { run, read, harm, time } = leaseOf(name)
    const one = run('one')
    await time.until(() => one.election.isLeading, 1_000)
    const two = run('two')
    await time.pass(30_000)
    const begin = time.now()
    harm('one', { mishap, times: 0 })
    await time.until(() => two.election.isLeading, 60_000)
    expect(one.election.isLeading).toBe(false)
    const [ended, begun] = [one.terms[0]?.ended ?? 0, two.terms[0]?.begun ?? 0]
    expect(ended - begin).toBeLessThanOrEqual(12_500)
    expect(begun - begin).toBeGreaterThan(12_500)
    expect(begun - begin).toBeLessThanOrEqual(latest)
    expect(one.failures.length).toBeGreaterThan(1)
    expect((await read()).spec).toMatchObject({ holderIdentity: 'two', leaseTransitions: 1 })
  })

  test('a short failure does not end the leadership', async () => {
    const { run, harm, time } = leaseOf('short')
    const one = run('one')
    await time.until(() => one.election.isLeading, 1_000)
    harm('one', { mishap: { type: 'status', status: 500 }, times: 3 })
    await time.pass(60_000, () => expect(one.election.isLeading).toBe(true))
    expect([one.terms.length, one.failures.length]).toEqual([1, 3])
  })

  test('a lost response does not end the leadership', async () => {
    const { run, read, harm, time } = leaseOf('lost')
    harm('one', { match: { verb: 'create' }, mishap: { type: 'lose-answer' } })
    const one = run('one')
    await time.until(() => one.election.isLeading, 5_000)
    harm('one', { match: { verb: 'update' }, mishap: { type: 'lose-answer' }, times: 2 })
    await time.pass(30_000, () => expect(one.election.isLeading).toBe(true))
    expect(one.terms).toHaveLength(1)
    await one.stop()
    expect((await read()).spec?.holderIdentity).toBeUndefined()
  })

  test.each([
    ['slow', -3_600_000],
    ['fast', 3_600_000],
  ])('a clock that is an hour %s neither ends the leadership nor delays the next leader', async (name, skew) => {
    const { run, harm, time } = leaseOf(name)
    const one = run('one', { timing: { clock: () => Date.now() + skew } })
    await time.until(() => one.election.isLeading, 1_000)
    const two = run('two')
    await time.pass(60_000, () => expect([leaders(one), leaders(two)]).toEqual([1, 0]))
    harm('one', { mishap: { type: 'reset' }, times: 0 })
    expect(await time.until(() => two.election.isLeading, 60_000)).toBeLessThanOrEqual(20_000)
  })

  test('a lease acquired by another process ends the leadership', async () => {
    const { run, read, place, time } = leaseOf('robbed')
    const one = run('one')
    await time.until(() => one.election.isLeading, 1_000)
    const taken = await read()
    const spec = { ...taken.spec, holderIdentity: 'robber', leaseDurationSeconds: 60 }
    const options = { resourceVersion: taken.metadata?.resourceVersion ?? '' }
    await kit.observer.update<LeaseObject>(place, { ...taken, spec }, options)
    expect(await time.until(() => !one.election.isLeading, 10_000)).toBeLessThanOrEqual(2_400)
    expect([one.election.leader, one.terms.length]).toEqual(['robber', 1])
    // The other process never renews.
    expect(await time.until(() => one.election.isLeading, 120_000)).toBeGreaterThan(60_000)
  })

  test('a deleted lease is created again', async () => {
    const { run, read, place, time } = leaseOf('deleted')
    const one = run('one')
    await time.until(() => one.election.isLeading, 1_000)
    await kit.observer.delete(place)
    await time.pass(10_000)
    expect([one.election.isLeading, (await read()).spec?.holderIdentity]).toEqual([true, 'one'])
  })

  test('reports work that throws and leads again', async () => {
    const { run, time } = leaseOf('failing')
    const one = run('one', { work: () => Promise.reject(new Error('of the work')) })
    await time.until(() => one.terms.length > 1, 10_000)
    await one.stop()
    expect(one.failures[0]).toEqual(new Error('of the work'))
  })
})
