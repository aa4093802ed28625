import type { JsonObject } from '#embedded-garden/json.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { timestamp } from '#embedded-garden/landscape/place.ts'
import { PROVIDERS } from '#embedded-garden/landscape/providers.ts'
import type { RuntimePlan } from '#embedded-garden/landscape/runtimes.ts'
import type { ShootPlan } from '#embedded-garden/landscape/shoots.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { KIM_API_VERSION, kimMetadata } from './metadata.ts'

/** The Runtime from which KIM creates the shoot, with little more than the required fields, since there are thousands. */
export function runtimeManifest(plan: RuntimePlan, place: Place): KubeObject {
  return {
    apiVersion: KIM_API_VERSION,
    kind: 'Runtime',
    metadata: kimMetadata(plan, place, {
      uid: plan.uids[0],
      manager: 'kyma-environment-broker',
      labels: {},
      finalizer: 'runtime-controller.infrastructure-manager.kyma-project.io/deletion-hook',
    }),
    spec: { security: SECURITY, shoot: shootSection(plan) },
    status: status(plan.shoot),
  }
}

function shootSection({ shoot, platformRegion }: RuntimePlan): JsonObject {
  const { provider, region } = shoot
  const { machineType, zones } = PROVIDERS[provider]
  return {
    name: shoot.name,
    purpose: shoot.purpose,
    platformRegion,
    region,
    secretBindingName: shoot.binding?.name ?? '',
    kubernetes: { version: shoot.kubernetes },
    networking: NETWORKING,
    provider: {
      type: provider,
      workers: [
        {
          name: 'cpu-worker-0',
          machine: { type: machineType },
          minimum: 3,
          maximum: 20,
          zones: [...zones(region)],
        },
      ],
    },
  }
}

function status({ condition, createdAt }: ShootPlan): JsonObject {
  const since = { lastTransitionTime: timestamp(createdAt), message: '' }
  if (condition === 'creating') {
    return {
      state: 'Pending',
      conditions: [{ type: 'Provisioned', status: 'Unknown', reason: 'Pending', ...since }],
    }
  }
  return {
    state: condition === 'deleting' ? 'Terminating' : 'Ready',
    provisioningCompleted: true,
    conditions: [
      { type: 'Provisioned', status: 'True', reason: 'ShootCreationCompleted', ...since },
      { type: 'Configured', status: 'True', reason: 'ConfigurationCompleted', ...since },
    ],
  }
}

const SECURITY = { administrators: ['sre@example.com'], networking: { filter: { egress: { enabled: false } } } }

const NETWORKING = { type: 'calico', pods: '100.64.0.0/12', nodes: '10.250.0.0/16', services: '100.104.0.0/13' }
