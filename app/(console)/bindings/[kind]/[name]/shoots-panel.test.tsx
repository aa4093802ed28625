import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClockProvider } from '#components/ui/clock.tsx'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { shootOf } from '../../../../../test/engine/shoots.ts'
import { ShootsPanel } from './shoots-panel.tsx'

const BINDING = { kind: 'CredentialsBinding', name: 'a' } as const
const AT = '2026-11-21T06:00:00Z'
const operation = (state: string) => ({ lastOperation: { type: 'Reconcile', state, progress: 100, at: AT } })

test('shows failed clusters first, then those with a running operation, and at most eight', () => {
  const names = Array.from({ length: 8 }, (_, n) => `ready-${n}`)
  const shoots = [
    ...names.map(name => shootOf(name, operation('Succeeded'))),
    shootOf('running', operation('Processing')),
    shootOf('failed', operation('Failed')),
  ].map(shoot => ({ shoot, through: BINDING }))
  const detail = { row: BINDING, shoots, others: [] } as unknown as BindingDetail
  const html = renderToStaticMarkup(
    <ClockProvider now={Date.parse(AT)}>
      <ShootsPanel detail={detail} />
    </ClockProvider>,
  )
  const shown = [...html.matchAll(/aria-label="Copy name ([\w-]+)"/g)].map(([, name]) => name)
  expect(shown).toEqual(['failed', 'running', ...names.slice(0, 6)])
})
