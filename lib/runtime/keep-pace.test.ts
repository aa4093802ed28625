import { expect, onTestFinished, test, vi } from 'vitest'
import { keepPace } from './keep-pace.ts'

const START = 1_700_000_000_000

function paceOf(perUser: number, perAddress: number) {
  let at = START
  const userOf = vi.fn(async (cookie: string) => (cookie.startsWith('of ') ? cookie.slice(3) : null))
  const { wait } = keepPace({ perUser, perAddress, userOf }, () => at)
  const ask = (sender: { address?: string; cookie?: string; authorization?: string }) =>
    wait({
      address: sender.address ?? '192.0.2.1',
      cookie: sender.cookie ?? null,
      authorization: sender.authorization ?? null,
    })
  const later = (ms: number) => {
    at += ms
  }
  return { ask, userOf, later }
}

test('who is signed in counts by user, wherever from; anybody else by address', async () => {
  const { ask } = paceOf(2, 3)
  expect(await ask({ cookie: 'of ada', address: '192.0.2.1' })).toBe(0)
  expect(await ask({ cookie: 'of ada', address: '192.0.2.2' })).toBe(0)
  expect(await ask({ cookie: 'of ada', address: '192.0.2.3' })).toBe(30)
  expect(await ask({ cookie: 'of bert', address: '192.0.2.1' })).toBe(0)
  for (let count = 0; count < 3; count++) expect(await ask({})).toBe(0)
  expect(await ask({ cookie: 'made up' })).toBe(20)
  expect(await ask({ address: '192.0.2.9' })).toBe(0)
})

test('tokens do not make room by being many', async () => {
  const { ask } = paceOf(2, 1)
  const program = (token: string) => ask({ authorization: `Bearer ${token}` })
  expect([await program('a'), await program('b'), await program('c')]).toEqual([0, 0, 30])
})

test('a whole network of IPv6 counts as one address', async () => {
  const { ask } = paceOf(1, 1)
  expect(await ask({ address: '2001:db8:0:7::1' })).toBe(0)
  expect(await ask({ address: '2001:db8:0:7:ffff:1:2:3' })).toBe(60)
  expect(await ask({ address: '2001:db8::7:0:0:0:9' })).toBe(60)
  expect(await ask({ address: '2001:db8:0:8::1' })).toBe(0)
  expect(await ask({ address: '::1' })).toBe(0)
})

test('0 is no limit', async () => {
  const { ask } = paceOf(0, 0)
  for (let count = 0; count < 100; count++) expect((await ask({})) + (await ask({ cookie: 'of ada' }))).toBe(0)
})

test('whose cookie it is, is asked once a minute', async () => {
  const { ask, userOf, later } = paceOf(100, 100)
  await ask({ cookie: 'of ada' })
  await ask({ cookie: 'of ada' })
  expect(userOf).toHaveBeenCalledTimes(1)
  later(60_000)
  await ask({ cookie: 'of ada' })
  expect(userOf).toHaveBeenCalledTimes(2)
  await ask({ cookie: 'made up' })
  await ask({ cookie: 'made up' })
  expect(userOf).toHaveBeenCalledTimes(4)
})

test('nobody waits longer because the clock of the machine was put back', async () => {
  const { wait } = keepPace({ perUser: 0, perAddress: 2, userOf: async () => null })
  const ask = () => wait({ address: '192.0.2.1', cookie: null, authorization: null })
  expect([await ask(), await ask()]).toEqual([0, 0])
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 600_000)
  onTestFinished(() => clock.mockRestore())
  const seconds = await ask()
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(30)
})
