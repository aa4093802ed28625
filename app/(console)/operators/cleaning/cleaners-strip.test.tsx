import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CleanersStrip } from './cleaners-strip.tsx'

const CLEANERS = (on: readonly string[]) => ({
  on,
  deletes: true,
  unverifiable: ['OpenStack'],
  byHand: 51,
  failing: { accounts: 0, alike: [] },
})

const words = (on: readonly string[]) => renderToStaticMarkup(<CleanersStrip cleaners={CLEANERS(on)} />)

test('with cleaners off nobody knows how many wait for a person: the job of KEB may clean them', () => {
  expect(words([])).toContain('Cleaners are off.')
  expect(words([])).not.toContain('51')
  expect(words(['aws'])).toContain('51 accounts wait')
})
