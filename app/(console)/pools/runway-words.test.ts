import { expect, test } from 'vitest'
import { runwayWords } from './runway-words.ts'

test.each([
  [
    { kind: 'days', days: 9, perDay: 1.3333 },
    'runway 9 days: 1.33 more accounts claimed than freed a day (last 30 days)',
  ],
  [{ kind: 'days', days: 1, perDay: 4 }, 'runway 1 day: 4 more accounts claimed than freed a day (last 30 days)'],
  [{ kind: 'steady' }, 'steady: at least as many accounts freed as claimed (last 30 days)'],
  [{ kind: 'unknown' }, 'runway: not enough history'],
] as const)('%#', (runway, words) => expect(runwayWords(runway, 30)).toBe(words))
