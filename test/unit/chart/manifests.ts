import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'

export interface Manifest {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
  // biome-ignore lint/suspicious/noExplicitAny: manifests of every kind
  readonly [field: string]: any
}

/** The objects of a rendered chart. */
export function manifestsOf(text: string): readonly Manifest[] {
  return parseAllDocuments(text).flatMap(document => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS() ?? []
  })
}

export function golden(name: string): readonly Manifest[] {
  return manifestsOf(readFileSync(`test/unit/chart/golden/${name}.yaml`, 'utf8'))
}

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** Permissions, one line for each verb on each resource. */
export function linesOf(rules: readonly Rule[]): readonly string[] {
  const lines = rules.flatMap(({ apiGroups, resources, verbs, resourceNames = [] }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource => verbs.map(verb => [verb, `${resource}.${group}`, ...resourceNames].join(' '))),
    ),
  )
  return [...new Set(lines)].toSorted()
}

/** Permissions of a ServiceAccount in these manifests, by namespace; `all`: in every namespace. */
export function allowed(manifests: readonly Manifest[], account: string): Readonly<Record<string, readonly string[]>> {
  const places: Record<string, Rule[]> = {}
  for (const { kind, metadata, subjects, roleRef } of manifests) {
    if (!/^(Cluster)?RoleBinding$/.test(kind)) continue
    if (!subjects.some((subject: { name: string }) => subject.name === account)) continue
    const role = manifests.find(
      each =>
        each.kind === roleRef.kind &&
        each.metadata.name === roleRef.name &&
        (each.kind === 'ClusterRole' || each.metadata.namespace === metadata.namespace),
    )
    if (!role) throw new Error(`${metadata.name} names no role of the chart.`)
    const place = metadata.namespace ?? 'all'
    places[place] = [...(places[place] ?? []), ...role.rules]
  }
  return Object.fromEntries(Object.entries(places).map(([place, rules]) => [place, linesOf(rules)]))
}
