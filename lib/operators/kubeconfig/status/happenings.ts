import type { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Denial } from '#lib/hap/access/judge-rules.ts'
import type { Happening } from '#lib/operators/framework/event-recorder.ts'
import { rfc3339 } from '#lib/operators/framework/times.ts'
import type { Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import type { Step } from '#lib/operators/kubeconfig/state/step.ts'
import { revokedFinding, revokingWords } from './findings.ts'

/** What is worth telling of a step that was carried out; null of most. */
export function happeningOf({ do: done }: Step, before: Observed, after: Observed): Happening | null {
  const { record } = after.secret
  if (done === 'issue' && record?.issued) {
    const { expiresAt, fingerprint, cluster } = record.issued
    const earlier = before.secret.record?.issued ?? null
    const anew = earlier !== null && earlier.cluster !== cluster ? ' The cluster is another one than before.' : ''
    const note = `Kubeconfig ${fingerprint} is valid until ${rfc3339(expiresAt)}.${anew}`
    return { type: 'Normal', reason: earlier === null ? 'Issued' : 'Rotated', action: 'Issue', note }
  }
  if (done === 'fence' && !after.request.deleting) {
    const note = revokingWords(record?.revocation?.because)
    return { type: 'Normal', reason: 'Revoking', action: 'Revoke', note }
  }
  const revoked = done === 'note-revoked' ? revokedFinding(after, { by: 'probe' }) : null
  return revoked === null ? null : { type: 'Normal', reason: 'Revoked', action: 'Revoke', note: revoked.message }
}

/** What policy refuses, told once for each spec. */
export function refusalOf(denials: readonly Denial[]): Happening {
  const what = denials.map(({ path, what: words }) => `${path}: ${words}`).join('; ')
  return { type: 'Warning', reason: 'EscalationDenied', action: 'Grant', note: `Policy refuses ${what}.` }
}

/** What went wrong, and is tried again. */
export function failureOf({ message }: GardenError): Happening {
  return { type: 'Warning', reason: 'Failed', action: 'Reconcile', note: message }
}
