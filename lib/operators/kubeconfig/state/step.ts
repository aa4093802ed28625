import type { AccessRule } from '#lib/hap/access/access-rule.ts'
import type { Revocation, RevocationCause, RevocationProof } from './issue-record.ts'
import type { InsideObject } from './observed.ts'
import type { WantedRole } from './wanted-roles.ts'

/** Kinds of objects of a request in the cluster. */
export type InsideKind = 'binding' | 'anchor' | 'account' | 'role'

/** A step of a run, with at most one write. */
export type Step =
  | { readonly do: 'add-finalizer' }
  /** Observe the cluster. */
  | { readonly do: 'look' }
  | { readonly do: 'delete'; readonly kind: InsideKind; readonly object: InsideObject }
  | { readonly do: 'update-role'; readonly role: InsideObject; readonly rules: readonly AccessRule[] }
  | { readonly do: 'create-namespace'; readonly name: string }
  | { readonly do: 'create-account' }
  | { readonly do: 'create-role'; readonly role: WantedRole }
  | { readonly do: 'create-binding'; readonly role: WantedRole }
  | { readonly do: 'create-anchor'; readonly issue: number }
  /** Request a token bound to the anchor and write its kubeconfig to the Secret. */
  | { readonly do: 'issue'; readonly issue: number; readonly anchor: string; readonly account: string }
  /** Record that the cluster matches the request, and which issues have retired. */
  | { readonly do: 'note-applied' }
  | { readonly do: 'note-rotation' }
  | { readonly do: 'acknowledge-rotation' }
  /** Prevent further issues. `because`: the cause of a revocation without a request. */
  | { readonly do: 'fence'; readonly because?: RevocationCause }
  /** Restore the deleted record of a completed revocation from the status. */
  | { readonly do: 'remember'; readonly revocation: Revocation }
  /** Record an issue whose record was deleted, before its objects are removed. */
  | { readonly do: 'note-issue'; readonly issue: number }
  | { readonly do: 'note-removed' }
  | { readonly do: 'probe' }
  | { readonly do: 'note-revoked'; readonly proof: RevocationProof }
  /** Clear the last expiry from the status when no token is valid. */
  | { readonly do: 'forget-expiry' }
  | { readonly do: 'delete-secret' }
  | { readonly do: 'drop-finalizer' }
  /** No step is due; `until` in epoch milliseconds, null = until a change. */
  | { readonly do: 'wait'; readonly until: number | null; readonly because: WaitReason }

/** Reason of a wait. */
export type WaitReason =
  | 'in-order'
  | 'nothing-granted'
  | 'secret-foreign'
  | 'no-cluster'
  | 'not-ready'
  | 'cluster-gone'
  | 'cluster-leaving'
  | 'no-way'
  | 'revoking'
  | 'revoked'
  | 'released'

/**
 * Points at which tests kill the operator: after each write of a step, between the token and the
 * write of its Secret, and before the status.
 */
export const CRASH_POINTS = [
  'after-finalizer',
  'after-delete',
  'after-role-update',
  'after-namespace',
  'after-account',
  'after-role',
  'after-binding',
  'after-anchor',
  'after-token',
  'after-issue',
  'after-applied-note',
  'after-rotation-note',
  'after-rotation-acknowledged',
  'after-fence',
  'after-remembered',
  'after-issue-noted',
  'after-removed-note',
  'after-revoked-note',
  'after-expiry-forgotten',
  'after-secret',
  'before-status',
] as const

/** Name of a crash point. */
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Crash point after the write of a step; null for steps without a write. */
export const POINT_AFTER: Readonly<Record<Step['do'], CrashPoint | null>> = {
  'add-finalizer': 'after-finalizer',
  look: null,
  delete: 'after-delete',
  'update-role': 'after-role-update',
  'create-namespace': 'after-namespace',
  'create-account': 'after-account',
  'create-role': 'after-role',
  'create-binding': 'after-binding',
  'create-anchor': 'after-anchor',
  issue: 'after-issue',
  'note-applied': 'after-applied-note',
  'note-rotation': 'after-rotation-note',
  'acknowledge-rotation': 'after-rotation-acknowledged',
  fence: 'after-fence',
  remember: 'after-remembered',
  'note-issue': 'after-issue-noted',
  'note-removed': 'after-removed-note',
  probe: null,
  'note-revoked': 'after-revoked-note',
  'forget-expiry': 'after-expiry-forgotten',
  'delete-secret': 'after-secret',
  'drop-finalizer': null,
  wait: null,
}
