import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { serverNow, setServerNow } from '#components/ui/clock.tsx'
import { SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { DecideDialog } from './decide-dialog.tsx'

// Mocks the server actions.
vi.mock('./actions.ts', () => ({
  approveProposal: async () => new ReadableStream(),
  previewProposal: async () => ({ kind: 'none', reason: '' }),
}))

const DAY_MS = 86_400_000

const RELEASE: ApprovalView = {
  id: 'a-1',
  state: 'waiting',
  action: 'release',
  targets: ['CredentialsBinding/garden/aws-1'],
  count: 1,
  bulk: false,
  danger: 'The contents of the account may be deleted.',
  consequence: '',
  reason: 'the tenant left',
  ticket: null,
  proposer: 'Olga',
  proposerIssuer: null,
  proposerSubject: 'p-1',
  own: false,
  createdAt: '2026-11-24T10:00:00.000Z',
  expiresAt: '2026-11-25T10:00:00.000Z',
  decider: null,
  deciderIssuer: null,
  deciderSubject: null,
  decidedAt: null,
  outcome: null,
  jobId: null,
}

/** Renders the dialog for a sign-in that is `minutes` old by the server's clock. */
function dialog(minutes: number): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <DecideDialog
        verb="approve"
        approval={RELEASE}
        person={{ name: 'Ada', role: 'admin' }}
        signedInAt={serverNow() - minutes * 60_000}
        onClose={() => {}}
        onDecided={() => {}}
      />
    </QueryClientProvider>,
  )
}

afterEach(() => setServerNow(Date.now()))

test.each([
  ['right', 0],
  ['a day ahead', -DAY_MS],
  ['a day behind', DAY_MS],
])('requires a recent sign-in by the server’s clock while the browser’s is %s', (_, ahead) => {
  setServerNow(Date.now() + ahead)
  expect(dialog(1)).not.toContain(SIGN_IN_AGAIN)
  expect(dialog(6)).toContain(SIGN_IN_AGAIN)
})
