import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CleanersStrip, FailingStrips } from './cleaners-strips.tsx'

const CLEANERS = (on: readonly string[]) => ({
  on,
  deletes: true,
  unverifiable: ['OpenStack'],
  byHand: 51,
  failing: { accounts: 0, alike: [] },
})

const words = (on: readonly string[]) => renderToStaticMarkup(<CleanersStrip cleaners={CLEANERS(on)} />)

test('shows no count of waiting accounts while cleaners are off, because the job of KEB may clean them', () => {
  expect(words([])).toContain('Cleaners are off.')
  expect(words([])).not.toContain('51')
  expect(words(['aws'])).toContain('51 accounts wait')
})

const shown = (failing: Parameters<typeof FailingStrips>[0]['failing']) =>
  renderToStaticMarkup(<FailingStrips failing={failing} />).replaceAll(/<[^>]*>/g, '')

const ALIKE = { provider: 'azure', reason: 'Could not sign in to Azure.', advice: 'Renew them.' }

test('shows the number of failing accounts, the reason and the next step', () => {
  expect(shown({ accounts: 7, alike: [{ ...ALIKE, accounts: 7, all: true }] })).toBe(
    'No account of azure can be cleaned: all 7 checked accounts fail in the same way. Could not sign in to Azure. Renew them.Show',
  )
  expect(shown({ accounts: 3, alike: [{ ...ALIKE, accounts: 1, all: false }] })).toMatch(
    /^1 account of azure cannot be cleaned\. .*2 more accounts cannot be cleaned for other reasons\.All 3$/,
  )
})

test('renders nothing while no account fails', () => {
  expect(shown({ accounts: 0, alike: [] })).toBe('')
})
