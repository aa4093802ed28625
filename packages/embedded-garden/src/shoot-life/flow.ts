import { isDeletionConfirmed } from '#embedded-garden/admission/metadata-plugins.ts'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { isTerminating, type KubeObject } from '#embedded-garden/object.ts'

type OperationType = 'Create' | 'Reconcile' | 'Delete'

interface Step {
  /** Percentage. */
  readonly progress: number
  readonly description: string
}

/** The current or next operation of a shoot and its completed steps; -1 = not begun. */
export interface Flow {
  readonly type: OperationType
  readonly done: number
}

/**
 * The gardenlet that writes the status of shoots created here. Shoots of the landscape name another
 * one, and this one leaves them unchanged until a client changes them.
 */
export const GARDENLET = { id: '4d1b7f0c95e2a638', name: 'gardenlet-embedded', version: 'v1.150.0' }

const INFRASTRUCTURE = 'Waiting until shoot infrastructure has been reconciled'
const API_SERVER = 'Waiting until Kubernetes API server reports readiness'
const WORKERS = 'Waiting until shoot worker nodes have been reconciled'

const STEPS: Readonly<Record<OperationType, readonly Step[]>> = {
  Create: [
    { progress: 0, description: 'Creation of Shoot cluster initialized.' },
    { progress: 22, description: INFRASTRUCTURE },
    { progress: 48, description: API_SERVER },
    { progress: 71, description: WORKERS },
    { progress: 100, description: 'Shoot cluster has been successfully created.' },
  ],
  Reconcile: [
    { progress: 0, description: 'Reconciliation of Shoot cluster initialized.' },
    { progress: 38, description: INFRASTRUCTURE },
    { progress: 71, description: WORKERS },
    { progress: 100, description: 'Shoot cluster has been successfully reconciled.' },
  ],
  Delete: [
    { progress: 0, description: 'Deletion of Shoot cluster in progress.' },
    { progress: 47, description: 'Waiting until shoot worker nodes have been terminated' },
    { progress: 78, description: 'Waiting until shoot infrastructure has been destroyed' },
    { progress: 100, description: 'Shoot cluster has been successfully deleted.' },
  ],
}

/** The operation that a shoot needs (Gardener: ComputeOperationType); null = none. */
export function flowOf(shoot: KubeObject): Flow | null {
  const status = objectAt(shoot, 'status')
  const last = objectAt(status, 'lastOperation')
  const [type, state] = [stringAt(last, 'type'), stringAt(last, 'state')]
  const done = (current: OperationType) => (isOurs(shoot) && type === current ? Number(last.progress ?? -1) : -1)
  if (isTerminating(shoot)) return isDeletionConfirmed(shoot) ? { type: 'Delete', done: done('Delete') } : null
  const changed = objectAt(shoot, 'metadata').generation !== status.observedGeneration
  const restarts = state === 'Error' && changed
  if (type === '' || (type === 'Create' && state !== 'Succeeded'))
    return { type: 'Create', done: restarts ? -1 : done('Create') }
  if (isOurs(shoot) && state !== 'Succeeded') return { type: 'Reconcile', done: restarts ? -1 : done('Reconcile') }
  return changed ? { type: 'Reconcile', done: -1 } : null
}

/** The next step of an operation; null = complete. */
export function nextStep({ type, done }: Flow): Step | null {
  return STEPS[type].find(({ progress }) => progress > done) ?? null
}

/** Whether the step requests infrastructure, which the account may refuse. */
export function needsAccount({ type, done }: Flow): boolean {
  return STEPS[type].some(({ progress, description }) => progress === done && description === INFRASTRUCTURE)
}

/** Whether the API server of a new shoot is available from this step on. */
export function hasApiServer({ progress, description }: Step): boolean {
  return description === API_SERVER || description === WORKERS || progress === 100
}

/** Whether an operation of this gardenlet, or one not yet begun, is incomplete and resumes after a restart. */
export function isUnfinished(shoot: KubeObject): boolean {
  const begun = stringAt(objectAt(objectAt(shoot, 'status'), 'lastOperation'), 'type') !== ''
  return (isOurs(shoot) || !begun) && flowOf(shoot) !== null
}

function isOurs(shoot: KubeObject): boolean {
  return objectAt(objectAt(shoot, 'status'), 'gardener').name === GARDENLET.name
}
