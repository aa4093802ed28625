import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClockProvider } from './clock-provider.tsx'
import { DataAge } from './relative-time.tsx'

test('the age of the data is by the clock of the server that draws it, so that the browser draws the same', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const html = renderToString(
    <ClockProvider now={now}>
      <DataAge asOf={now - 42_000} />
    </ClockProvider>,
  )
  expect(html).toContain('heard from Gardener 42 s ago')
})
