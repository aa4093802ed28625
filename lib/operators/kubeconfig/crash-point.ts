import type { Step } from './state/step.ts'

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
