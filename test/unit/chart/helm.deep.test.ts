import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findHelm } from '../../../scripts/chart/find-helm.ts'
import { render } from '../../../scripts/chart/render.ts'
import { golden, type Manifest, manifestsOf } from './manifests.ts'

const CASES = readdirSync('test/unit/chart/cases').map(name => name.replace('.yaml', ''))
const TOGETHER = 'test/unit/chart/cases/together.yaml'

interface EnvEntry {
  readonly name: string
  readonly value?: string
}

const podSpecOf = (text: string) => {
  const deployment = manifestsOf(text).find(({ kind }) => kind === 'Deployment')
  return deployment?.spec.template
}

describe.skipIf(findHelm() === null)('helm', () => {
  test.each(CASES)('renders the case %s as its golden file', name => {
    const rendering = render(`test/unit/chart/cases/${name}.yaml`)
    expect(rendering).toMatchObject({ ok: true })
    // By name: helm orders objects of a kind by their file.
    const byName = (all: readonly Manifest[]) =>
      all.toSorted((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`))
    expect(byName(manifestsOf(rendering?.text ?? ''))).toEqual(byName(golden(name)))
  })

  test.each([
    ['url=http://hap.example.com', /url/],
    ['url=', /url/],
    ['existingSecret=', /existingSecret/],
    ['gardener.namespace=', /namespace/],
    ['gardener.kubeconfigSecret=', /kubeconfigSecret/],
    ['settings.HAP_LOW_WATTER=3-5', /HAP_LOW_WATTER/],
    ['settings.HAP_ROLES=web', /HAP_ROLES/],
    ['settings.DATABASE_URL=postgresql://hap:hush@db/hap', /DATABASE_URL/],
    ['secretSettings={HAP_SESSION_SECRET}', /secretSettings/],
    ['secretSettings={DATABASE_URL,LOG_LEVEL}', /secretSettings/],
    ['settings.HAP_LANDSCAPE=123', /HAP_LANDSCAPE/],
    ['settings.HAP_OIDC_CLIENT_ID=true', /HAP_OIDC_CLIENT_ID/],
    ['settings.HAP_TWO_PERSON=true', /HAP_TWO_PERSON/],
    ['settings.HAP_OTLP_ENDPOINT=1:30', /HAP_OTLP_ENDPOINT/],
    ['web.replicas=0', /replicas/],
    ['web.replicas=null', /replicas/],
    ['metrics.port=null', /port/],
    ['acting=null', /acting/],
    ['web.resources.limits.cpu=true', /cpu/],
    ['tolerations[0].value=true', /value/],
    ['imagePullSecrets[0].name=123', /name/],
    ['nameOverride=1:30', /nameOverride/],
    ['web.replica=2', /replica/],
    ['metrics.port=3000', /port/],
    ['shutdown.drainSeconds=-1', /drainSeconds/],
    ['gateway.enabled=true', /parentRefs/],
    ['ingress.enabled=true,gateway.enabled=true,gateway.parentRefs[0].name=public', /choose one/],
    ['apart=true,operators.enabled=false', /no operators to run apart/],
    ['controlPlane.enabled=false', /the operators work in the control plane/],
    ['acting=false', /of no use/],
    ['metrics.enabled=false,metrics.serviceMonitor.enabled=true', /there are no metrics/],
    ['ingress.enabled=true', /webFrom: it is empty/],
    ['gateway.enabled=true,gateway.parentRefs[0].name=public', /webFrom: it is empty/],
    ['service.type=LoadBalancer', /webFrom: it is empty/],
    ['metrics.serviceMonitor.enabled=true', /metricsFrom: it is empty/],
  ])('refuses %s', (set, why) => {
    const rendering = render(TOGETHER, ['--set', set])
    expect(rendering).toMatchObject({ ok: false, text: expect.stringMatching(why) })
  })

  test.each([
    ['ingress.enabled=true,networkPolicy.enabled=false', []],
    ['ingress.enabled=true,networkPolicy.webFrom[0].podSelector.matchLabels.app=nginx', [5432, 443, 6443]],
    ['settings.HAP_OTLP_ENDPOINT=http://collector:4318', [5432, 443, 6443, 4318]],
    ['settings.HAP_OTLP_ENDPOINT=http://[::1]:4318/v1', [5432, 443, 6443, 4318]],
    ['settings.HAP_OTLP_ENDPOINT=http://collector', [5432, 443, 6443, 80]],
    ['settings.HAP_OTLP_ENDPOINT=https://collector/v1', [5432, 443, 6443, 443]],
  ])('with %s lets out to %j beside names', (set, ports) => {
    const rendering = render(TOGETHER, ['--set', set])
    expect(rendering).toMatchObject({ ok: true })
    const policies = manifestsOf(rendering?.text ?? '').filter(({ kind }) => kind === 'NetworkPolicy')
    expect(policies.flatMap(({ spec }) => spec.egress[1].ports.map(({ port }: { port: number }) => port))).toEqual(
      ports,
    )
  })

  /** Renders values as a file contains them; `--set` does not parse them as YAML. */
  function renderYaml(yaml: string) {
    const folder = mkdtempSync(path.join(tmpdir(), 'chart-'))
    const file = path.join(folder, 'values.yaml')
    writeFileSync(file, yaml)
    const rendering = render(TOGETHER, ['-f', file])
    rmSync(folder, { recursive: true })
    return rendering
  }

  test.each(['"010"', '"1e3"', '"7 "', '"0x10"', '1.5', '1e10'])('refuses the number %s', value => {
    const rendering = renderYaml(`settings: { HAP_STALE_AFTER: ${value} }`)
    expect(rendering).toMatchObject({ ok: false, text: expect.stringMatching(/HAP_STALE_AFTER/) })
  })

  test('renders values of YAML 1.1 types as written', () => {
    const rendering = renderYaml(`existingSecret: "0123"
priorityClassName: "on"
settings: { HAP_TWO_PERSON: off, HAP_AUDIT_LOG: on, HAP_REQUESTS_PER_USER: 1000000, HAP_LANDSCAPE: "0123", HAP_STALE_AFTER: "30" }
`)
    expect(rendering).toMatchObject({ ok: true })
    const { spec } = podSpecOf(rendering?.text ?? '')
    const values = Object.fromEntries(spec.containers[0].env.map((each: EnvEntry) => [each.name, each.value]))
    expect(values).toMatchObject({
      HAP_TWO_PERSON: 'off',
      HAP_AUDIT_LOG: 'on',
      HAP_REQUESTS_PER_USER: '1000000',
      HAP_LANDSCAPE: '0123',
      HAP_STALE_AFTER: '30',
    })
    expect(spec.priorityClassName).toBe('on')
    expect(spec.initContainers[0].env.at(-1).valueFrom.secretKeyRef.name).toBe('0123')
  })

  test('adds proxy, authorities, files, address and ids of a platform', () => {
    const sets = [
      'host=::',
      'proxy.url=http://proxy.example.com:3128',
      'proxy.except=.svc',
      'extraCa.configMap=company-ca',
      'extraVolumes[0].name=oidc,extraVolumes[0].secret.secretName=oidc',
      'extraVolumeMounts[0].name=oidc,extraVolumeMounts[0].mountPath=/etc/oidc',
      'settings.HAP_OIDC_SECRET_FILE=/etc/oidc/secret',
      'podSecurityContext.runAsUser=null,podSecurityContext.runAsGroup=null,podSecurityContext.fsGroup=null',
    ]
    const rendering = render(TOGETHER, ['--set', sets.join(',')])
    expect(rendering).toMatchObject({ ok: true })
    const { spec } = podSpecOf(rendering?.text ?? '')
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(spec.containers[0].env).toEqual(
      expect.arrayContaining([
        { name: 'HOST', value: '::' },
        { name: 'HTTPS_PROXY', value: 'http://proxy.example.com:3128' },
        { name: 'NO_PROXY', value: '.svc' },
        { name: 'NODE_USE_ENV_PROXY', value: '1' },
        { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/hap-console/ca/ca.pem' },
        { name: 'HAP_OIDC_SECRET_FILE', value: '/etc/oidc/secret' },
      ]),
    )
    for (const { volumeMounts } of [...spec.containers, ...spec.initContainers])
      expect(volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)).toEqual(
        expect.arrayContaining(['/etc/hap-console/ca', '/etc/oidc']),
      )
    expect(rendering?.text).toContain('{protocol: TCP, port: 3128}')
  })

  test('allows egress to the named peers only', () => {
    const sets = ['to[0].ipBlock.cidr=10.20.0.0/16', 'namesTo[0].podSelector.matchLabels.k8s-app=kube-dns']
    const rendering = render(TOGETHER, ['--set', sets.map(set => `networkPolicy.${set}`).join(',')])
    const [policy] = manifestsOf(rendering?.text ?? '').filter(({ kind }) => kind === 'NetworkPolicy')
    expect(policy?.spec.egress.map(({ to }: { to: unknown }) => to)).toEqual([
      [{ podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
      [{ ipBlock: { cidr: '10.20.0.0/16' } }],
    ])
  })
})
