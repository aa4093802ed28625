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

/** Samples over a number of minutes; `at` sets values by the elapsed share of the time. */
const over = (minutes: number, at: (share: number) => Partial<Sample>): readonly Sample[] =>
  Array.from({ length: minutes * 12 }, (_, n) => ({ ...SAMPLE, at: n * 5_000, ...at(n / (minutes * 12 - 1)) }))

/** The same samples without those for which `is` returns true. */
const without = (is: (share: number) => boolean) => over(20, () => ({})).filter((_, n) => !is(n / 240))

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
  ['too short', over(5, share => ({ rssMb: 400 + 100 * share })), []],
  [
    'what is watched is old for a while',
    over(20, share => ({ staleSeconds: share > 0.98 ? 31 : 3 })),
    ['what is watched was older than 30 s at 5 looks'],
  ],
  ['some looks are not answered', without(share => share > 0.5 && share < 0.55), []],
  [
    'the console is silent for a while',
    without(share => share > 0.5 && share < 0.61),
    ['the console answered 214 of 240 looks'],
  ],
  ['the console is silent at the end', without(share => share > 0.88), ['the console answered 212 of 240 looks']],
  ['the console never answers', [], ['the console answered 0 of 240 looks']],
])('%s', (_, samples, words) => {
  const measuredMs = samples.length === 60 ? 5 * 60_000 : 20 * 60_000
  expect(wrongWith(samples, measuredMs)).toEqual(words)
})
