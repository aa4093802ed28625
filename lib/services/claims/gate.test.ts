import { expect, test } from 'vitest'
import { WORK_MS } from './claim-context.ts'
import { OutOfTimeError } from './deadline.ts'
import { Gate } from './gate.ts'

/** A gate with a stopped clock, and work that lasts until it is ended. */
function gate() {
  let now = 0
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const at = new Gate({ now: () => now, sleep: async () => {}, random: () => 0 })
  const come = (tenant: string, name: string) =>
    at.run(tenant, () => {
      begun.push(name)
      return new Promise<void>(resolve => ends.set(name, resolve))
    })
  return { begun, come, end: (name: string) => ends.get(name)?.(), pass: (ms: number) => (now += ms) }
}

const names = (tenant: string, count: number) => Array.from({ length: count }, (_, n) => `${tenant} ${n}`)

test('claims of one tenant leave slots for those of others', async () => {
  const { begun, come, end } = gate()
  const all = names('t-1', 40).map(name => come('t-1', name))
  const other = come('t-2', 't-2')
  await Promise.resolve()
  expect(begun).toEqual([...names('t-1', 8), 't-2'])
  end('t-1 3')
  await all[3]
  await Promise.resolve()
  expect(begun.at(-1)).toBe('t-1 8')
  end('t-2')
  await other
  expect(begun).toHaveLength(10)
})

test('admits a limited number of tenants concurrently, the others in order of arrival', async () => {
  const { begun, come, end } = gate()
  const tenants = Array.from({ length: 50 }, (_, n) => `t-${n}`)
  const all = tenants.map(tenant => come(tenant, tenant))
  await Promise.resolve()
  expect(begun).toEqual(tenants.slice(0, 32))
  for (const first of ['t-0', 't-7']) end(first)
  await Promise.all([all[0], all[7]])
  await Promise.resolve()
  expect(begun.slice(32)).toEqual(['t-32', 't-33'])
})

test('a claim that waited too long is refused before it starts, and frees its place', async () => {
  const { begun, come, end, pass } = gate()
  const all = names('t-1', 9).map(name => come('t-1', name))
  pass(WORK_MS + 1)
  const next = come('t-1', 'next')
  end('t-1 0')
  await expect(all[8]).rejects.toBeInstanceOf(OutOfTimeError)
  expect(begun.at(-1)).toBe('next')
  end('next')
  await next
})
