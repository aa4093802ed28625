'use client'

import { lazy, Suspense, use, useState } from 'react'
import { callFailure } from '#app/data/call-failure.ts'
import { fetchApi } from '#app/data/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { FormDisabledReason } from '#components/ui/form-disabled-reason.tsx'
import { roleRefusal } from '#lib/auth/roles.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { TO_RETRY } from '#lib/hap/actions/job.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatCount } from '#lib/util/format.ts'
import { useStaleReason } from '../../live-provider.tsx'
import type { Person } from '../../person.ts'
import { Refusal } from '../../refusal.tsx'
import { cancelJob } from '../actions.ts'

const BulkDialog = lazy(() =>
  import('../../bindings/bulk/bulk-dialog.tsx').then(module => ({ default: module.BulkDialog })),
)

/** Buttons that cancel a job and retry its unfinished targets. */
export function JobActions({ job, person }: { readonly job: JobView; readonly person: Person }) {
  const [targets, setTargets] = useState<readonly SelectedBinding[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ended = job.finishedAt !== null
  const { role } = ACTION_LABELS[job.action]
  const forbidden = roleRefusal(person.role, role)
  const tooOld = useStaleReason()
  const everywhere = use(FormDisabledReason)
  const cancel = async () => {
    setBusy(true)
    setProblem(await cancelJob(job.id).catch((error: unknown) => callFailure(error, NO_ANSWER)))
    setBusy(false)
  }
  const openRetry = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setTargets(await fetchTargetsToRetry(job.id))
    } catch {
      setProblem(NO_ANSWER)
    }
    setBusy(false)
  }
  const cancelling = job.cancelRequested || busy ? 'Cancelling.' : null
  return (
    <>
      {problem !== null && <Refusal>{problem}</Refusal>}
      {ended ? (
        job.toRetry > 0 && (
          <Button
            disabledReason={forbidden ?? tooOld ?? (busy ? 'Checking the bindings.' : null)}
            onClick={() => void openRetry()}
          >
            Try {formatCount(job.toRetry)} again
          </Button>
        )
      ) : (
        <Button disabledReason={forbidden ?? everywhere ?? cancelling} onClick={() => void cancel()}>
          Cancel job
        </Button>
      )}
      {targets && (
        <Suspense>
          <BulkDialog
            action={job.action}
            chosen={targets}
            person={person}
            retry={job}
            onClose={() => setTargets(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const NO_ANSWER = 'The console is not responding. Try again.'

const PAGE_ROWS = 500

/** Fetches the targets that failed or have an unknown outcome, and that no retry covers. */
async function fetchTargetsToRetry(id: string): Promise<readonly SelectedBinding[]> {
  const found: SelectedBinding[] = []
  for (;;) {
    const query = { status: TO_RETRY, offset: found.length, limit: PAGE_ROWS }
    const { rows, hits } = await fetchApi('/jobs/:id', { params: { id }, query }, AbortSignal.timeout(30_000))
    found.push(...rows.map(({ kind, name }) => ({ kind, name })))
    if (rows.length === 0 || found.length >= hits) return found
  }
}
