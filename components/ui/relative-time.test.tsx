import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClockProvider } from './clock.tsx'
import { DataAge } from './relative-time.tsx'

test('renders the age of the data by the server’s clock on server and browser', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const html = renderToString(
    <ClockProvider now={now}>
      <DataAge asOf={now - 42_000} />
    </ClockProvider>,
  )
  expect(html).toContain('Gardener: updated 42 s ago')
})
