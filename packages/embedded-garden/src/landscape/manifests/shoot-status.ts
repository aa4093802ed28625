import type { JsonObject } from '#embedded-garden/json.ts'
import { HOUR, timestamp } from '#embedded-garden/landscape/place.ts'
import { PROVIDERS } from '#embedded-garden/landscape/providers.ts'
import type { ShootCondition, ShootPlan } from '#embedded-garden/landscape/shoots.ts'
import { FAILED_FLOW, lastError } from '#embedded-garden/shoot-life/account-errors.ts'
import { CONDITIONS, CONSTRAINTS, internalAddress, NODES } from '#embedded-garden/shoot-life/shoot-status.ts'

/** Status of a shoot as Gardener's agent in the seed writes it. */
export function shootStatus(plan: ShootPlan, project: string): JsonObject {
  const { name, uid, provider, region, binding, condition, createdAt, reconciledAt } = plan
  const technicalID = `shoot--${project}--${name}`
  const internal = internalAddress(name, project)
  const created = timestamp(createdAt)
  return {
    conditions: conditions(plan),
    constraints: CONSTRAINTS.map(each => ({ ...each, lastTransitionTime: created, lastUpdateTime: created })),
    gardener: { id: '9a1c4d769d5d1f3a', name: 'gardenlet-7d9f8c6b5-abcde', version: 'v1.149.3' },
    hibernated: condition === 'hibernated' || condition === 'waking',
    lastOperation: shootOperation(plan),
    ...shootErrors(plan),
    observedGeneration: 1,
    seedName: `${provider}-ha-${region}`,
    technicalID,
    uid,
    clusterIdentity: `${technicalID}-${uid}-sap-landscape-live`,
    advertisedAddresses: [
      { name: 'external', url: `https://api.${name}.kyma.example.com` },
      { name: 'internal', url: internal },
      { name: 'unmanaged', url: `https://${uid.slice(0, 12)}.${PROVIDERS[provider].loadBalancerDomain}` },
      { name: 'service-account-issuer', url: internal },
    ],
    credentials: credentials(created),
    lastMaintenance: {
      description: 'All maintenance operations succeeded.',
      triggeredTime: timestamp(Math.max(createdAt, reconciledAt - 4 * HOUR)),
      state: 'Succeeded',
    },
    ...(binding === null ? {} : { networking: NETWORKS }),
  }
}

function conditions({ binding, condition, createdAt, reconciledAt }: ShootPlan): JsonObject[] {
  const times = { lastTransitionTime: timestamp(createdAt), lastUpdateTime: timestamp(reconciledAt) }
  const ofThisShoot = binding === null ? CONDITIONS.filter(each => each.type !== NODES) : CONDITIONS
  return ofThisShoot.map(({ type, reason, message }) => {
    if (type === NODES && condition === 'error') {
      return {
        type,
        status: 'False',
        ...times,
        reason: 'NodesScalingUp',
        message: 'Not enough worker nodes registered.',
      }
    }
    if (type === 'SystemComponentsHealthy' && (condition === 'creating' || condition === 'progressing')) {
      return {
        type,
        status: 'Progressing',
        ...times,
        reason: 'ManagedResourceProgressing',
        message: 'Resources are being applied.',
      }
    }
    return { type, status: 'True', ...times, reason, message }
  })
}

function credentials(created: string): JsonObject {
  const done = { phase: 'Completed', lastCompletionTime: created, lastInitiationTime: created }
  return {
    rotation: { certificateAuthorities: done, serviceAccountKey: done, etcdEncryptionKey: done },
    encryptionAtRest: { resources: ['secrets'], provider: { type: 'aescbc' } },
  }
}

const NETWORKS = {
  pods: ['100.64.0.0/12'],
  nodes: ['10.250.0.0/16'],
  services: ['100.104.0.0/13'],
  egressCIDRs: ['192.0.2.1/32', '192.0.2.2/32', '192.0.2.3/32'],
}

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

function shootOperation({ condition, reconciledAt }: ShootPlan): JsonObject {
  const { description, progress, state, type } = OPERATIONS[condition]
  return { description, lastUpdateTime: timestamp(reconciledAt), progress, state, type }
}

/** `lastErrors` of a shoot with errors, otherwise no field. */
function shootErrors({ errorCode, reconciledAt }: ShootPlan): JsonObject {
  return errorCode === null ? {} : { lastErrors: [lastError(errorCode, timestamp(reconciledAt))] }
}
