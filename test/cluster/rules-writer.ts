import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import type { Resource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from './cluster.ts'

export const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' }

export const ROLE_KINDS: readonly Resource[] = [
  { ...RBAC, plural: 'roles', kind: 'Role' },
  { ...RBAC, plural: 'rolebindings', kind: 'RoleBinding' },
]

/** Gives the user `operator` the role of the documentation, which may write the ConfigMap of rules. */
export async function allowRulesWriting(cluster: Cluster): Promise<void> {
  for (const document of parseAllDocuments(readFileSync('docs/examples/rules-writer.yaml', 'utf8'))) {
    const object = document.toJS()
    object.metadata.namespace = cluster.namespace
    if (object.subjects) object.subjects = [{ apiGroup: RBAC.group, kind: 'User', name: 'operator' }]
    const resource = ROLE_KINDS.find(({ kind }) => kind === object.kind)
    if (resource) await cluster.create(resource, object)
  }
}
