/** The condition that a shoot without workers lacks. */
export const NODES = 'EveryNodeReady'

/** The conditions of a healthy shoot. */
export const CONDITIONS = [
  {
    type: 'APIServerAvailable',
    reason: 'HealthzRequestSucceeded',
    message: 'API server /healthz endpoint responded with success status code. [response_time:23ms]',
  },
  {
    type: 'ControlPlaneHealthy',
    reason: 'ControlPlaneRunning',
    message: 'All control plane components are healthy.',
  },
  {
    type: 'ObservabilityComponentsHealthy',
    reason: 'ObservabilityComponentsRunning',
    message: 'All observability components are healthy.',
  },
  { type: NODES, reason: 'EveryNodeReady', message: 'All nodes are ready.' },
  {
    type: 'SystemComponentsHealthy',
    reason: 'SystemComponentsRunning',
    message: 'All system components are healthy.',
  },
]

/** The constraints of a shoot without problems. */
export const CONSTRAINTS = [
  {
    type: 'HibernationPossible',
    status: 'True',
    reason: 'NoProblematicWebhooks',
    message: 'All webhooks are properly configured.',
  },
  {
    type: 'MaintenancePreconditionsSatisfied',
    status: 'True',
    reason: 'NoProblematicWebhooks',
    message: 'All webhooks are properly configured.',
  },
  {
    type: 'CACertificateValiditiesAcceptable',
    status: 'True',
    reason: 'NoExpiringCACertificates',
    message: 'All CA certificates are still valid for at least 1 year.',
  },
  {
    type: 'CRDsWithProblematicConversionWebhooks',
    status: 'True',
    reason: 'NoProblematicWebhooks',
    message: 'No CRDs with problematic conversion webhooks.',
  },
]

/** Address of a shoot's API server inside Gardener's own domain; also the issuer of its ServiceAccount tokens. */
export function internalAddress(name: string, project: string): string {
  return `https://api.${name}.${project}.internal.live.k8s.example.cloud`
}
