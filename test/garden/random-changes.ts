import type { Garden } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createRandom, type Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { STORAGE } from './live-garden.ts'

type Change = (garden: Garden, random: Random) => void

/** Changes a binding or shoot per call, like owners, operators and Gardener. Equal seeds produce equal changes. */
export function randomChanges(garden: Garden, seed: number): () => void {
  const random = createRandom(seed, 'changes')
  return () => random.pick(CHANGES)(garden, random)
}

const NAMES = Array.from({ length: 40 }, (_unused, i) => `account-${i}`)
const SHOOT_NAMES = Array.from({ length: 150 }, (_unused, i) => `c-${1_000_000 + i}`)

const CHANGES: readonly Change[] = [
  (garden, random) => putBinding(garden, random, 'CredentialsBinding'),
  (garden, random) => putBinding(garden, random, 'CredentialsBinding'),
  (garden, random) => putBinding(garden, random, 'SecretBinding'),
  (garden, random) => remove(garden, STORAGE.bindings, random.pick(NAMES)),
  (garden, random) => remove(garden, STORAGE.secretBindings, random.pick(NAMES)),
  putShoot,
  putShoot,
  putShoot,
  putShoot,
  (garden, random) => remove(garden, STORAGE.shoots, random.pick(SHOOT_NAMES)),
]

function putBinding(garden: Garden, random: Random, kind: 'CredentialsBinding' | 'SecretBinding'): void {
  const name = random.pick(NAMES)
  const account = { name: random.pick(NAMES), namespace: LANDSCAPE_NAMESPACE }
  const credentials = kind === 'CredentialsBinding'
  const storage = credentials ? STORAGE.bindings : STORAGE.secretBindings
  put(garden, storage, name, random, {
    apiVersion: credentials ? 'security.gardener.cloud/v1alpha1' : 'core.gardener.cloud/v1beta1',
    kind,
    labels: drawLabels(random),
    provider: { type: 'aws' },
    ...(credentials ? { credentialsRef: { apiVersion: 'v1', kind: 'Secret', ...account } } : { secretRef: account }),
  })
}

function drawLabels(random: Random): Record<string, string> {
  const labels: Record<string, string> = {}
  if (random.chance(0.9)) labels.hyperscalerType = random.pick(['aws', 'azure', 'gcp', 'gcp_cf-sa30'])
  if (random.chance(0.5)) labels.tenantName = random.pick(['ga-1', 'ga-2', 'ga-3', ''])
  for (const flag of ['dirty', 'shared', 'euAccess', 'internal']) {
    if (random.chance(0.2)) labels[flag] = random.pick(['true', 'true', 'false', 'True'])
  }
  return labels
}

function putShoot(garden: Garden, random: Random): void {
  const name = random.pick(NAMES)
  const binding = random.pick([{ credentialsBindingName: name }, { secretBindingName: name }, {}])
  put(garden, STORAGE.shoots, random.pick(SHOOT_NAMES), random, {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    labels: { account: random.pick(['ga-1', 'ga-2', 'ga-3']), subaccount: random.pick(['sub-1', 'sub-2']) },
    spec: { ...binding, region: random.pick(['eu-central-1', 'us-east-1']), provider: { type: 'aws' } },
    status: {
      hibernated: random.chance(0.2),
      lastOperation: {
        type: 'Reconcile',
        state: 'Processing',
        progress: random.int(0, 100),
        lastUpdateTime: '2026-11-21T06:00:00Z',
      },
      ...(random.chance(0.2) ? { lastErrors: [{ description: 'x', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }] } : {}),
    },
  })
}

function put(
  garden: Garden,
  storage: string,
  name: string,
  random: Random,
  { labels, ...object }: KubeObject & { labels: Record<string, string> },
): void {
  const known = garden.services.store.read(storage, LANDSCAPE_NAMESPACE, name)
  const metadata = known?.metadata ?? {
    name,
    namespace: LANDSCAPE_NAMESPACE,
    uid: random.uuid(),
    creationTimestamp: '2026-11-01T06:00:00Z',
  }
  garden.services.store.put(storage, { ...object, metadata: { ...(metadata as object), labels } })
}

function remove(garden: Garden, storage: string, name: string): void {
  const stored = garden.services.store.get(storage, LANDSCAPE_NAMESPACE, name)
  if (stored !== null) garden.services.store.remove(storage, stored)
}
