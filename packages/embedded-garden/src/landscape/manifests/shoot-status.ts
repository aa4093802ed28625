import type { JsonObject } from '#embedded-garden/json.ts'
import { HOUR, timestamp } from '#embedded-garden/landscape/calendar.ts'
import { PROVIDERS } from '#embedded-garden/landscape/providers.ts'
import type { ShootPlan } from '#embedded-garden/landscape/shoots.ts'
import { internalAddress } from '#embedded-garden/shoot-life/addresses.ts'
import { CONDITIONS, CONSTRAINTS, NODES } from '#embedded-garden/shoot-life/health.ts'
import { shootErrors, shootOperation } from './shoot-operation.ts'

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
