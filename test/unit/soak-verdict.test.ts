import { expect, test } from 'vitest'
import type { Sample } from '../soak/probe.ts'
import { wrongWith } from '../soak/verdict.ts'

const SAMPLE: Sample = {
  at: 0,
  rssMb: 400,
  heapMb: 150,
  handles: 80,
  files: 110,
  sockets: 90,
  streams: 50,
  staleSeconds: 3,
  requests: 0,
  gardenRequests: 0,
}

/** Looks over so many minutes, each as the share of the time that has gone by makes it. */
const over = (minutes: number, at: (share: number) => Partial<Sample>): readonly Sample[] =>
  Array.from({ length: 101 }, (_, n) => ({ ...SAMPLE, at: n * minutes * 600, ...at(n / 100) }))

test.each([
  ['all is well', over(20, () => ({})), []],
  ['the heap alone is no matter', over(20, share => ({ heapMb: 100 + 100 * share })), []],
  ['growth below the bound', over(20, share => ({ rssMb: 400 + 16 * share })), []],
  ['memory grows', over(20, share => ({ rssMb: 400 + 40 * share })), ['rss grew by 9.5 %']],
  [
    'what is open grows',
    over(20, share => ({ handles: 80 + 8 * share, files: 100 + 20 * share })),
    ['handles grew by 9.5 %', 'files grew by 18.2 %'],
  ],
  ['too short to tell', over(5, share => ({ rssMb: 400 + 100 * share })), []],
  [
    'what is watched is old for a while',
    over(20, share => ({ staleSeconds: share > 0.98 ? 31 : 3 })),
    ['what is watched was older than 30 s at 2 looks'],
  ],
  ['nobody looked', [], ['the console was never looked at after the warm-up']],
])('%s', (_, samples, words) => expect(wrongWith(samples)).toEqual(words))
