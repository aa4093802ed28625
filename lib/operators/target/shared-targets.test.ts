import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { TargetPlace } from './find-target.ts'
import type { OpenTarget } from './open-target.ts'
import { SharedTargets } from './shared-targets.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const signal = new AbortController().signal
const shoot = (name: string): TargetPlace => ({ by: 'shoot', namespace: 'garden', name, uid: `uid-${name}` })
const secret = (version: string): TargetPlace => ({
  by: 'secret',
  namespace: 'kcp',
  name: 'way',
  key: 'config',
  uid: 'u',
  version,
})

/** Clusters that count how often they are opened and closed. */
function clusters(fail: () => boolean = () => false) {
  const log: string[] = []
  const targets = new SharedTargets(
    async place => {
      const name = `${place.name}${log.filter(each => each.startsWith(`open ${place.name}`)).length}`
      log.push(`open ${name}`)
      await Promise.resolve()
      if (fail()) throw new Error(`no way into ${name}`)
      const target: OpenTarget = {
        server: name,
        certificateAuthority: null,
        client: {} as GardenClient,
        close: () => void log.push(`close ${name}`),
      }
      return target
    },
    () => Date.now(),
  )
  return { log, targets }
}

test('opens a cluster once for concurrent users, and another one separately', async () => {
  const { log, targets } = clusters()
  const open = await Promise.all(['a', 'a', 'b', 'a'].map(name => targets.open(shoot(name), signal)))
  expect(open.map(({ server }) => server)).toEqual(['a0', 'a0', 'b0', 'a0'])
  expect(log).toEqual(['open a0', 'open b0'])
})

test('closes it once, two seconds after the last user has left', async () => {
  const { log, targets } = clusters()
  const [one, two] = [await targets.open(shoot('a'), signal), await targets.open(shoot('a'), signal)]
  one.close()
  one.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log).toEqual(['open a0'])
  two.close()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(log).toEqual(['open a0'])
  await vi.advanceTimersByTimeAsync(200)
  expect(log).toEqual(['open a0', 'close a0'])
  expect((await targets.open(shoot('a'), signal)).server).toBe('a1')
})

test('is reused within these two seconds', async () => {
  const { log, targets } = clusters()
  const one = await targets.open(shoot('a'), signal)
  one.close()
  await vi.advanceTimersByTimeAsync(1_900)
  const two = await targets.open(shoot('a'), signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(log).toEqual(['open a0'])
  two.close()
})

test('is not given to new users 20 s after it was opened, however often it is requested', async () => {
  const { log, targets } = clusters()
  let held = await targets.open(shoot('a'), signal)
  for (let second = 0; second < 30; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    const next = await targets.open(shoot('a'), signal)
    held.close()
    held = next
  }
  expect(log).toEqual(['open a0', 'open a1', 'close a0'])
  held.close()
})

test('another version of the Secret is another access', async () => {
  const { targets } = clusters()
  const servers = [await targets.open(secret('1'), signal), await targets.open(secret('2'), signal)]
  expect(servers.map(({ server }) => server)).toEqual(['way0', 'way1'])
})

test('retries a failed opening for the next user', async () => {
  let fails = true
  const { log, targets } = clusters(() => fails)
  const tried = await Promise.allSettled([targets.open(shoot('a'), signal), targets.open(shoot('a'), signal)])
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect((await targets.open(shoot('a'), signal)).server).toBe('a1')
  expect(log).toEqual(['open a0', 'open a1'])
})

test('an aborted user neither delays the others nor keeps the access open', async () => {
  const { log, targets } = clusters()
  const [impatient, patient] = [targets.open(shoot('a'), AbortSignal.abort()), targets.open(shoot('a'), signal)]
  await expect(impatient).rejects.toThrow('aborted')
  ;(await patient).close()
  await vi.advanceTimersByTimeAsync(2_100)
  expect(log).toEqual(['open a0', 'close a0'])
})

test('stop closes unused accesses immediately', async () => {
  const { log, targets } = clusters()
  const [one, two] = [await targets.open(shoot('a'), signal), await targets.open(shoot('b'), signal)]
  one.close()
  await targets.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual(['open a0', 'open b0', 'close a0'])
  two.close()
  await vi.advanceTimersByTimeAsync(2_100)
  expect(log.at(-1)).toBe('close b0')
})
