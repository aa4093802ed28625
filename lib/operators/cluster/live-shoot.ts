import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Config } from './merge-config.ts'
import type { ShootExtension } from './shoot-extensions.ts'

/** A shoot as Gardener keeps it, as far as a Cluster depends on it. As everywhere, no field is trusted to be set. */
export interface LiveShoot extends KubeObject {
  spec?: {
    cloudProfile?: { kind?: string; name?: string }
    credentialsBindingName?: string
    secretBindingName?: string
    region?: string
    purpose?: string
    kubernetes?: {
      version?: string
      kubeAPIServer?: { structuredAuthentication?: { configMapName?: string } }
    }
    networking?: { type?: string; nodes?: string; pods?: string; services?: string }
    extensions?: ShootExtension[]
    provider?: {
      type?: string
      infrastructureConfig?: Config
      controlPlaneConfig?: Config
      workers?: { name?: string; zones?: string[] }[]
    }
  }
  status?: ShootStatus
}

/** What Gardener tells of a shoot (types_shoot.go). */
export interface ShootStatus {
  hibernated?: boolean
  observedGeneration?: number
  lastOperation?: { type?: string; state?: string; progress?: number; description?: string; lastUpdateTime?: string }
  lastErrors?: { codes?: string[]; description?: string; lastUpdateTime?: string }[]
  conditions?: ShootCondition[]
}

/** Its status may also be `Progressing`: it was true, and Gardener waits a while before it calls it false. */
export interface ShootCondition {
  type?: string
  status?: string
  reason?: string
  message?: string
}
