import { expect, test } from 'vitest'
import { runwayWords } from './runway-words.ts'

test.each([
  [
    { kind: 'days', days: 9, perDay: 1.3333 },
    'lasts 9 days: a day 1.33 more accounts are claimed than freed (last 30 days)',
  ],
  [{ kind: 'days', days: 1, perDay: 4 }, 'lasts 1 day: a day 4 more accounts are claimed than freed (last 30 days)'],
  [{ kind: 'steady' }, 'does not shrink: as many accounts are freed as claimed, or more (last 30 days)'],
  [{ kind: 'unknown' }, 'too early to say how long it lasts'],
] as const)('%#', (runway, words) => expect(runwayWords(runway, 30)).toBe(words))
