import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRateLimits, RateSketch, type Sender } from './rate-limits.ts'

const START = 1_700_000_000_000

function paceOf(perUser: number, perAddress: number) {
  let at = START
  const limits = { requestsPerUser: perUser, requestsPerAddress: perAddress }
  const bytes = { bytesPerUser: perUser * 1_000, bytesPerAddress: perAddress * 1_000 }
  const pace = createRateLimits({ ...limits, ...bytes }, () => at)
  const senderOf = ({ user = null, address = '192.0.2.1', isProgram = false }: Partial<Sender>) => ({
    user,
    address,
    isProgram,
  })
  const later = (ms: number) => {
    at += ms
  }
  return {
    ask: (sender: Partial<Sender>) => pace.wait(senderOf(sender)),
    send: (sender: Partial<Sender>, bytes: number) => pace.waitForBody(senderOf(sender), bytes),
    later,
  }
}

test('counts requests with a session by user, others by address', () => {
  const { ask } = paceOf(2, 3)
  expect(ask({ user: 'ada', address: '192.0.2.1' })).toBe(0)
  expect(ask({ user: 'ada', address: '192.0.2.2' })).toBe(0)
  expect(ask({ user: 'ada', address: '192.0.2.3' })).toBe(30)
  expect(ask({ user: 'bert', address: '192.0.2.1' })).toBe(0)
  for (let count = 0; count < 3; count++) expect(ask({})).toBe(0)
  expect(ask({})).toBe(20)
  expect(ask({ address: '192.0.2.9' })).toBe(0)
})

test('many tokens share one limit', () => {
  const { ask } = paceOf(2, 1)
  const program = () => ask({ isProgram: true })
  expect([program(), program(), program()]).toEqual([0, 0, 30])
})

test('a network of IPv6 counts as one address', () => {
  const { ask } = paceOf(1, 1)
  expect(ask({ address: '2001:db8:0:7::1' })).toBe(0)
  expect(ask({ address: '2001:db8:0:7:ffff:1:2:3' })).toBe(60)
  expect(ask({ address: '2001:db8::7:0:0:0:9' })).toBe(60)
  expect(ask({ address: '2001:db8:0:8::1' })).toBe(0)
  expect(ask({ address: '::1' })).toBe(0)
})

test('0 means no limit', () => {
  const { ask } = paceOf(0, 0)
  for (let count = 0; count < 100; count++) expect(ask({}) + ask({ user: 'ada' })).toBe(0)
})

test('counts bodies by their bytes, separately from requests, and recovers with time', () => {
  const { ask, send, later } = paceOf(2, 1)
  expect(send({}, 600)).toBe(0)
  expect(send({}, 600)).toBe(12)
  expect(send({ user: 'ada' }, 2_000)).toBe(0)
  expect(send({ user: 'ada' }, 1_000)).toBe(30)
  expect(ask({})).toBe(0)
  later(12_000)
  expect(send({}, 600)).toBe(0)
  expect(send({}, 0)).toBe(0)
})

test('a clock set back does not prolong a wait', () => {
  const { wait } = createRateLimits({ requestsPerUser: 0, requestsPerAddress: 2, bytesPerUser: 0, bytesPerAddress: 0 })
  const ask = () => wait({ address: '192.0.2.1', user: null, isProgram: false })
  expect([ask(), ask()]).toEqual([0, 0])
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 600_000)
  onTestFinished(() => clock.mockRestore())
  const seconds = ask()
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(30)
})

const RATE = { perMinute: 60, burst: 10 }

test('admits a burst, then one request per second, and a request after the returned wait', () => {
  const sketch = new RateSketch()
  const at = 1_000_000
  const first = Array.from({ length: 12 }, () => sketch.take('ada', RATE, at))
  expect(first).toEqual([...Array(10).fill(0), 1_000, 1_000])
  expect(sketch.take('ada', RATE, at + 999)).toBe(1)
  expect(sketch.take('ada', RATE, at + 1_000)).toBe(0)
  expect(sketch.take('ada', RATE, at + 1_000)).toBe(1_000)
})

test('does not slow down another key', () => {
  const sketch = new RateSketch()
  for (let count = 0; count < 20; count++) sketch.take('ada', RATE, 0)
  expect(sketch.take('bert', RATE, 0)).toBe(0)
})

test('a flood of a hundred thousand keys resets no limit', () => {
  const sketch = new RateSketch()
  for (let count = 0; count < 10; count++) expect(sketch.take('ada', RATE, 0)).toBe(0)
  for (let name = 0; name < 100_000; name++) sketch.take(`name ${name}`, RATE, 0)
  expect(sketch.take('ada', RATE, 0)).toBeGreaterThan(0)
})

test('gives a thousand concurrent keys their full rate', () => {
  const sketch = new RateSketch()
  let refused = 0
  for (let round = 0; round < 10; round++)
    for (let name = 0; name < 1_000; name++) if (sketch.take(`name ${name}`, RATE, 0) > 0) refused++
  expect(refused).toBe(0)
})

test('never admits more than the burst and the rate over the elapsed time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 200 }), gaps => {
      const sketch = new RateSketch()
      let now = 5_000
      let passed = 0
      for (const gap of gaps) {
        now += gap
        if (sketch.take('ada', RATE, now) === 0) passed++
      }
      expect(passed).toBeLessThanOrEqual(RATE.burst + Math.floor((now - 5_000) / 1_000) + 1)
    }),
  )
})
