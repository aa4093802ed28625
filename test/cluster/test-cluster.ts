import { childEnv } from '#lib/env.ts'

/** Kubeconfig files of the cluster for these tests, for its administrator and two users without permissions; null without a cluster. */
export function testCluster(): { admin: string; viewer: string; operator: string } | null {
  const { KUBECONFIG: admin, KUBECONFIG_VIEWER: viewer, KUBECONFIG_OPERATOR: operator } = childEnv()
  return admin && viewer && operator ? { admin, viewer, operator } : null
}
