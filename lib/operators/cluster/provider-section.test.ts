import { expect, test } from 'vitest'
import { MAX_ZONES, NODES, PODS, SERVICES, zoneNetworks } from './provider-section.ts'

/** First and last address of a network as numbers. */
function rangeOf(cidr: string): readonly [number, number] {
  const [address = '', bits = ''] = cidr.split('/')
  const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return [first, first + 2 ** (32 - Number(bits)) - 1]
}

test('of zones are in the node network, aligned to their size, and disjoint', () => {
  const networks = Array.from({ length: MAX_ZONES }, (_, place) => zoneNetworks(place))
  const [first, last] = rangeOf(NODES)
  for (const zone of networks) {
    const [from, to] = rangeOf(zone.block)
    for (const part of [zone.workers, zone.public, zone.internal].map(rangeOf)) {
      expect(part[0]).toBeGreaterThanOrEqual(from)
      expect(part[1]).toBeLessThanOrEqual(to)
    }
  }
  const parts = networks.flatMap(zone => [zone.workers, zone.public, zone.internal])
  const ranges = parts.map(rangeOf).toSorted(([a], [b]) => a - b)
  let end = first - 1
  for (const [from, to] of ranges) {
    expect(from % (to - from + 1)).toBe(0)
    expect(from).toBeGreaterThan(end)
    end = to
  }
  expect(end).toBeLessThanOrEqual(last)
})

test('of nodes, pods and services do not overlap', () => {
  const ranges = [NODES, PODS, SERVICES].map(rangeOf).toSorted(([a], [b]) => a - b)
  for (const [place, [from]] of ranges.entries())
    if (place > 0) expect(from).toBeGreaterThan(ranges[place - 1]?.[1] ?? 0)
})
