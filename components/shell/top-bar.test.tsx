import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { setServerNow } from '#components/ui/clock.ts'
import { PrintHead } from './top-bar.tsx'

vi.mock('#components/ui/use-printing.ts', () => ({ usePrinting: () => true }))

afterEach(() => {
  setServerNow(Date.now())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the print head shows the server’s time', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') })
  vi.stubGlobal('window', { location: { href: 'https://console.example/pools' } })
  setServerNow(Date.parse('2026-11-22T12:00:00Z'))
  expect(renderToStaticMarkup(<PrintHead landscape="demo" />)).toContain('Printed 2026-11-22 12:00')
})
