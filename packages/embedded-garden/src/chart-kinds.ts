import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { timestamp } from './clock.ts'
import { equal, type JsonObject } from './json.ts'
import { KCP_NAMESPACE } from './landscape/manifests/kim-metadata.ts'
import { type KubeObject, nameOf } from './object.ts'
import type { Services } from './resource.ts'
import { customResourceDefinitions } from './resources/custom-resource-definition.ts'

/**
 * Brings a garden, new or old, up to the custom resources that a chart's folder of YAML files defines today, in the control plane's
 * namespace. They are served a moment later, as on a real server.
 */
export function applyChartKinds({ store, clock }: Pick<Services, 'store' | 'clock'>, folder: URL): void {
  const created = () => ({ uid: randomUUID(), creationTimestamp: timestamp(clock) })
  if (store.get('namespaces', '', KCP_NAMESPACE) === null)
    store.put('namespaces', {
      metadata: { name: KCP_NAMESPACE, ...created(), labels: { 'kubernetes.io/metadata.name': KCP_NAMESPACE } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
  const { storage } = customResourceDefinitions
  for (const definition of definitions(folder)) {
    const present = store.read(storage, '', nameOf(definition))
    if (present && equal(present.spec, definition.spec)) continue
    const metadata = { ...(definition.metadata as JsonObject), ...created(), generation: 1 }
    store.put(storage, present ? { ...present, spec: definition.spec ?? {} } : { ...definition, metadata })
  }
}

function definitions(folder: URL): KubeObject[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .map(name => parse(readFileSync(new URL(name, folder), 'utf8')) as KubeObject)
}
