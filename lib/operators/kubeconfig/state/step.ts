import type { AccessRule } from '#lib/hap/access/access-rule.ts'
import type { Revocation, RevocationCause, RevocationProof } from './issue-record.ts'
import type { InsideObject } from './observed.ts'
import type { WantedRole } from './wanted-roles.ts'

/** Kinds of objects in the cluster. */
export type InsideKind = 'binding' | 'anchor' | 'account' | 'role'

/** The one thing to be done next: at most one write each. */
export type Step =
  | { readonly do: 'add-finalizer' }
  /** Go to the cluster and see what is there. */
  | { readonly do: 'look' }
  | { readonly do: 'delete'; readonly kind: InsideKind; readonly object: InsideObject }
  | { readonly do: 'update-role'; readonly role: InsideObject; readonly rules: readonly AccessRule[] }
  | { readonly do: 'create-namespace'; readonly name: string }
  | { readonly do: 'create-account' }
  | { readonly do: 'create-role'; readonly role: WantedRole }
  | { readonly do: 'create-binding'; readonly role: WantedRole }
  | { readonly do: 'create-anchor'; readonly issue: number }
  /** A token bound to the anchor, and the Secret with the kubeconfig made of it. */
  | { readonly do: 'issue'; readonly issue: number; readonly anchor: string; readonly account: string }
  /** Remember that all in the cluster is as it should be, and which issues have retired. */
  | { readonly do: 'note-applied' }
  | { readonly do: 'note-rotation' }
  | { readonly do: 'acknowledge-rotation' }
  /** Nothing is published from here on. `because`: who did not ask for it, but brought it about. */
  | { readonly do: 'fence'; readonly because?: RevocationCause }
  /** The record of a revocation that came to its end was deleted: it is written again as the status tells it. */
  | { readonly do: 'remember'; readonly revocation: Revocation }
  /** The record was deleted, and yet something may have been issued: before its traces go, that is remembered. */
  | { readonly do: 'note-issue'; readonly issue: number }
  | { readonly do: 'note-removed' }
  | { readonly do: 'probe' }
  | { readonly do: 'note-revoked'; readonly proof: RevocationProof }
  /** Nothing works any more: the status no longer says until when something may. */
  | { readonly do: 'forget-expiry' }
  | { readonly do: 'delete-secret' }
  | { readonly do: 'drop-finalizer' }
  /** Nothing to do; `until` epoch ms, null = until something changes. */
  | { readonly do: 'wait'; readonly until: number | null; readonly because: WaitReason }

/** What a request waits for. */
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

/** After each write of a step; between the token and the Secret it goes to; before the status is written. */
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

export type CrashPoint = (typeof CRASH_POINTS)[number]

/** The boundary behind the write of a step; null for steps that write nothing. */
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
