import { randomUUID } from 'node:crypto'
import { parse, stringify } from 'yaml'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { NAMESPACE } from './landscape-accounts.ts'

interface IssuedToken {
  readonly token: string
  /** After this call the API server rejects the token. */
  revoke(): Promise<unknown>
}

/**
 * Creates a service account with the permissions of the operator. Returns a function that issues tokens, which expire
 * or can be revoked.
 */
export async function serviceAccount(garden: GardenClient): Promise<() => Promise<IssuedToken>> {
  const name = `console-${randomUUID().slice(0, 8)}`
  const send = <Of>(path: string, body: object): Promise<Of> =>
    garden.request<Of>({
      doing: 'make an account for a console',
      permission: null,
      method: 'POST',
      path,
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  const accounts = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`
  await send(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } })
  await send('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'garden:operator' },
    subjects: [{ kind: 'ServiceAccount', name, namespace: NAMESPACE }],
  })
  return async () => {
    const anchor = { resource: SECRETS, namespace: NAMESPACE, name: `${name}-${randomUUID().slice(0, 8)}` }
    await garden.create<KubeObject & { type: string }>(
      { resource: SECRETS, namespace: NAMESPACE },
      { metadata: { name: anchor.name }, type: 'Opaque' },
    )
    const boundObjectRef = { kind: 'Secret', apiVersion: 'v1', name: anchor.name }
    const { status } = await send<{ status: { token: string } }>(`${accounts}/${name}/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 3_600, boundObjectRef },
    })
    return { token: status.token, revoke: () => garden.delete(anchor) }
  }
}

/** Replaces the token of a kubeconfig. */
export function withToken(kubeconfig: string, token: string): string {
  const config = parse(kubeconfig)
  config.users[0].user = { token }
  return stringify(config)
}
