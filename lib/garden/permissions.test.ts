import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type PermissionPart, type PermissionRule, permissions } from './permissions.ts'

const ALL = permissions({
  bindingKinds: ['CredentialsBinding', 'SecretBinding'],
  rulesConfigMap: 'hap-rules',
  kebConfigMap: 'kcp-kyma-environment-broker',
})

interface RoleRule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** The permissions, one line for each verb on each resource. */
function linesOf(rules: readonly RoleRule[]): string[] {
  const lines = rules.flatMap(({ apiGroups, resources, verbs, resourceNames = [] }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource => verbs.map(verb => [verb, `${resource}.${group}`, ...resourceNames].join(' '))),
    ),
  )
  return [...new Set(lines)].toSorted()
}

function rolesOf(file: string, name: RegExp): RoleRule[] {
  return parseAllDocuments(readFileSync(file, 'utf8'))
    .map(document => document.toJS())
    .filter(({ kind, metadata }) => /^(Cluster)?Role$/.test(kind) && name.test(metadata.name))
    .flatMap(({ rules }) => rules)
}

function needed(cluster: PermissionRule['cluster'], ...parts: readonly PermissionPart[]): RoleRule[] {
  return ALL.filter(each => each.cluster === cluster && each.parts.some(part => parts.includes(part))).map(
    ({ group, resources, verbs, names }) => ({
      apiGroups: [group],
      resources,
      verbs,
      ...(names && { resourceNames: names }),
    }),
  )
}

describe('the shipped roles grant the listed permissions and no more', () => {
  test.each([
    ['docs/examples/gardener-operators.yaml', /^hap-operators/, needed('gardener', 'reading', 'operators', 'cleaning')],
    ['docs/examples/rules-writer.yaml', /^hap-console-rules$/, needed('gardener', 'rules')],
    ['docs/examples/kcp-reader.yaml', /^hap-console-plans$/, needed('control-plane', 'plans')],
    ['charts/hap-console/files/cluster-roles.yaml', /^hap-console-read$/, needed('control-plane', 'reading')],
    ['charts/hap-console/files/cluster-roles.yaml', /^hap-console-act$/, needed('control-plane', 'acting')],
    ['charts/hap-console/files/cluster-roles.yaml', /^hap-operators(-sweep)?$/, needed('control-plane', 'operators')],
  ])('%s: %s', (file, name, rules) => {
    expect(linesOf(rolesOf(file, name))).toEqual(linesOf(rules))
  })
})

test('bindings of kind Secret are read and changed as Secrets', () => {
  const kinds = permissions({ bindingKinds: ['Secret'], rulesConfigMap: 'a', kebConfigMap: 'b' })
  const verbs = (part: PermissionPart) =>
    kinds
      .filter(
        ({ cluster, resources, parts }) =>
          cluster === 'gardener' && resources.includes('secrets') && parts.includes(part),
      )
      .flatMap(each => each.verbs)
  expect(verbs('reading')).toEqual(['get', 'list', 'watch'])
  expect(verbs('acting')).toEqual(['patch', 'get'])
  expect(kinds.flatMap(({ resources }) => resources)).not.toContain('credentialsbindings')
})
