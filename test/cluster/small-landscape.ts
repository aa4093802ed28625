import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, type Resource, SECRET_BINDINGS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { landscape } from '../kit/landscape.ts'
import type { Cluster } from './cluster.ts'

const LOADED: Readonly<Record<string, Resource>> = {
  CredentialsBinding: CREDENTIALS_BINDINGS,
  SecretBinding: SECRET_BINDINGS,
  Shoot: SHOOTS,
}

/** Creates the bindings and shoots of the small landscape in the cluster's namespace, as a server accepts them. */
export async function loadSmallLandscape(cluster: Cluster): Promise<void> {
  for (const object of landscape({ seed: 1, size: 'small', at: Date.parse('2026-11-21T06:00:00Z') })) {
    const manifest: KubeObject = JSON.parse(JSON.stringify(object))
    const resource = LOADED[manifest.kind ?? '']
    if (!resource) continue
    const { name, labels, annotations } = manifest.metadata ?? {}
    await cluster.create(resource, {
      ...manifest,
      metadata: { name, namespace: cluster.namespace, labels, annotations },
    })
  }
}
