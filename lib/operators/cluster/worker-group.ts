import type { ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import type { ProviderSection } from './provider-section.ts'

/** As Kyma's infrastructure manager calls a shoot's first group of workers. */
const NAME = 'cpu-worker-0'

/** The workers of a shoot: one group over all its zones. Machine image and much else are Gardener's to choose. */
export function workerGroup(
  { machineType, autoScalerMin, autoScalerMax }: ClusterInfrastructure,
  zones: readonly string[],
  { volume, workerConfig }: ProviderSection,
) {
  return {
    name: NAME,
    machine: { type: machineType },
    minimum: autoScalerMin,
    maximum: autoScalerMax,
    // A new node in each zone before an old one goes.
    maxSurge: zones.length,
    maxUnavailable: 0,
    zones,
    ...(volume !== null && { volume }),
    ...(workerConfig !== null && { providerConfig: workerConfig }),
  }
}

/** What of the wished workers Gardener would refuse, as a sentence; null when nothing. */
export function workerProblem({ autoScalerMin, autoScalerMax, numberOfZones }: ClusterInfrastructure): string | null {
  if (autoScalerMax < autoScalerMin)
    return `autoScalerMax is ${autoScalerMax}, less than autoScalerMin, which is ${autoScalerMin}.`
  if (autoScalerMax < numberOfZones)
    return `autoScalerMax is ${autoScalerMax}, and ${numberOfZones} zones need at least one node each.`
  return null
}
