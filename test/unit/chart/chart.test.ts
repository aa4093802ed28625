import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseEnv, SETTINGS } from '#lib/env.ts'
import { CHART } from '../../../scripts/chart/render.ts'
import { settingsSchemas } from '../../../scripts/chart/settings-schema.ts'
import { golden, type Manifest } from './manifests.ts'

const CASES = readdirSync('test/unit/chart/cases').map(name => name.replace('.yaml', ''))
const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8'))
const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8'))

const deployments = (name: string) => golden(name).filter(({ kind }) => kind === 'Deployment')
const podOf = (deployment: Manifest) => deployment.spec.template
const containersOf = (deployment: Manifest) => [
  ...podOf(deployment).spec.initContainers,
  ...podOf(deployment).spec.containers,
]

describe('values', () => {
  test('have each a schema, and each schema a value', () => {
    const unlike: string[] = []
    const compare = (path: string, value: unknown, { properties, additionalProperties }: typeof schema) => {
      if (properties === undefined || additionalProperties !== false || /^settings$/.test(path)) return
      const names = Object.keys(value as object)
      for (const name of new Set([...names, ...Object.keys(properties)])) {
        const at = path === '' ? name : `${path}.${name}`
        if (/\.resources$|^global$/.test(at)) continue
        if (!names.includes(name) || !(name in properties)) unlike.push(at)
        else compare(at, (value as Record<string, unknown>)[name], properties[name])
      }
    }
    compare('', values, schema)
    expect(unlike).toEqual([])
  })

  test('know every setting of the console: after a change of those, npm run chart', () => {
    const { settings, secretSettings } = schema.properties
    expect({ settings, secretSettings }).toEqual(settingsSchemas())
    expect(secretSettings.items.enum).toEqual(expect.arrayContaining(values.secretSettings))
  })

  test('accept only the YAML types that preserve the text of a setting', () => {
    const { properties } = schema.properties.settings
    expect(properties.HAP_AUDIT_LOG.type).toEqual(['string', 'boolean'])
    expect(properties.HAP_TWO_PERSON).toMatchObject({ type: ['string', 'boolean'], not: { const: true } })
    expect(properties.HAP_STALE_AFTER.type).toEqual(['string', 'integer'])
    expect(properties.HAP_LANDSCAPE.type).toEqual(['string'])
    expect(properties.HAP_OIDC_CLIENT_ID.type).toEqual(['string'])
    expect(properties.HAP_OTLP_ENDPOINT.pattern).toBe('^(https?://.*)?$')
  })

  test('are required where their absence means something else', () => {
    const optional: string[] = []
    const compare = (path: string, value: object, { properties = {}, required = [] }: typeof schema) => {
      for (const [name, each] of Object.entries(value)) {
        const at = path === '' ? name : `${path}.${name}`
        if (/^settings$|^podSecurityContext$|\.resources$/.test(at)) continue
        if (typeof each === 'object' && !Array.isArray(each)) compare(at, each, properties[name])
        else if (each !== '' && typeof each !== 'object' && !required.includes(name)) optional.push(at)
      }
    }
    compare('', values, schema)
    expect(optional).toEqual([])
  })

  test('are in the README of the chart with their defaults', () => {
    const rows = new Map(
      [...readFileSync(`${CHART}/README.md`, 'utf8').matchAll(/^\| `([\w.]+)` +\| .* \| (.*?) +\|$/gm)].map(
        ([, name, value]) => [name, value],
      ),
    )
    const leaves = (value: unknown, path: string): [string, string][] =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0 &&
      !/resources$/.test(path)
        ? Object.entries(value).flatMap(([name, each]) => leaves(each, path === '' ? name : `${path}.${name}`))
        : [[path, value === '' ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``]]
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(leaves(values, '')))
  })
})

describe.each(CASES)('the pods of the case %s', name => {
  const pods = deployments(name)

  test('have settings that the console knows and accepts', () => {
    expect(pods.length).toBeGreaterThan(0)
    for (const pod of pods) {
      const given = podOf(pod).spec.containers[0].env as { name: keyof typeof SETTINGS; value?: string }[]
      for (const { name: setting } of given) expect(Object.keys(SETTINGS)).toContain(setting)
      expect(new Set(given.map(each => each.name)).size).toBe(given.length)
      const env = Object.fromEntries(given.map(each => [each.name, each.value ?? SETTINGS[each.name].example]))
      expect(parseEnv(env)).toMatchObject({ ok: true })
    }
  })

  test('run as an unprivileged user, and write only to their own folders', () => {
    for (const pod of pods) {
      expect(podOf(pod).spec).toMatchObject({
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of containersOf(pod)) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.anything(), memory: expect.anything() },
            limits: { memory: expect.anything() },
          },
        })
        const written = container.volumeMounts.filter((mount: { readOnly?: boolean }) => mount.readOnly !== true)
        expect(written.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
          '/var/lib/hap-console',
          '/tmp',
        ])
      }
    }
  })

  test('migrate before they start, start in their own time and end in their own time', () => {
    for (const pod of pods) {
      const { initContainers, containers, terminationGracePeriodSeconds } = podOf(pod).spec
      expect(initContainers[0].args.slice(0, 3)).toEqual(['bin/hap.mjs', 'db', 'migrate'])
      expect(containers[0]).toMatchObject({
        startupProbe: { httpGet: { path: '/healthz' } },
        livenessProbe: { httpGet: { path: '/healthz' } },
        readinessProbe: { httpGet: { path: '/readyz' } },
      })
      expect(containers[0].lifecycle.preStop.exec.command.at(-1)).toContain('8000')
      expect(terminationGracePeriodSeconds).toBeGreaterThan(8 + 30)
    }
  })

  test('mount existing volumes, and match the selectors of one Service or budget', () => {
    const manifests = golden(name)
    for (const pod of pods) {
      const volumes = podOf(pod).spec.volumes.map((volume: { name: string }) => volume.name)
      for (const { volumeMounts } of containersOf(pod))
        for (const mount of volumeMounts) expect(volumes).toContain(mount.name)
      const { labels } = podOf(pod).metadata
      expect(labels).toMatchObject(pod.spec.selector.matchLabels)
      const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount').map(each => each.metadata.name)
      expect(accounts).toContain(podOf(pod).spec.serviceAccountName)
    }
    for (const { kind, spec } of manifests.filter(
      each => each.kind === 'Service' || each.kind === 'PodDisruptionBudget',
    )) {
      const selector = kind === 'Service' ? spec.selector : spec.selector.matchLabels
      expect(
        pods.filter(pod => Object.entries(selector).every(([key, value]) => podOf(pod).metadata.labels[key] === value)),
      ).toHaveLength(1)
    }
  })
})

test('pages and operators are together or apart, and every pod has its roles', () => {
  const roles = (name: string) =>
    deployments(name).map(
      pod => podOf(pod).spec.containers[0].env.find((each: { name: string }) => each.name === 'HAP_ROLES').value,
    )
  expect(roles('together')).toEqual(['web,operators'])
  expect(roles('apart').toSorted()).toEqual(['operators', 'web'])
  expect(roles('reading')).toEqual(['web'])
})
