import type { JsonObject } from '#embedded-garden/json.ts'
import { timestamp } from '#embedded-garden/landscape/calendar.ts'
import type { ShootCondition, ShootPlan } from '#embedded-garden/landscape/shoots.ts'
import { FAILED_FLOW, lastError } from '#embedded-garden/shoot-life/account-errors.ts'

interface Operation {
  readonly type: 'Create' | 'Reconcile' | 'Delete'
  readonly state: 'Processing' | 'Succeeded' | 'Error'
  readonly progress: number
  readonly description: string
}

const SUCCEEDED: Operation = {
  type: 'Reconcile',
  state: 'Succeeded',
  progress: 100,
  description: 'Shoot cluster has been successfully reconciled.',
}

const OPERATIONS: Readonly<Record<ShootCondition, Operation>> = {
  healthy: SUCCEEDED,
  hibernated: SUCCEEDED,
  waking: {
    type: 'Reconcile',
    state: 'Processing',
    progress: 38,
    description: 'Waking up control plane to ensure proper cleanup of resources.',
  },
  progressing: {
    type: 'Reconcile',
    state: 'Processing',
    progress: 64,
    description: 'Waiting until worker nodes have been reconciled',
  },
  creating: {
    type: 'Create',
    state: 'Processing',
    progress: 22,
    description: 'Waiting until shoot infrastructure has been reconciled',
  },
  deleting: {
    type: 'Delete',
    state: 'Processing',
    progress: 47,
    description: 'Waiting until shoot worker nodes have been terminated',
  },
  error: {
    type: 'Reconcile',
    state: 'Error',
    progress: 71,
    description: FAILED_FLOW.Reconcile,
  },
}

export function shootOperation({ condition, reconciledAt }: ShootPlan): JsonObject {
  const { description, progress, state, type } = OPERATIONS[condition]
  return { description, lastUpdateTime: timestamp(reconciledAt), progress, state, type }
}

/** `lastErrors` of a shoot in trouble, nothing for the others. */
export function shootErrors({ errorCode, reconciledAt }: ShootPlan): JsonObject {
  return errorCode === null ? {} : { lastErrors: [lastError(errorCode, timestamp(reconciledAt))] }
}
