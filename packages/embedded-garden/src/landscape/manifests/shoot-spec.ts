import type { JsonObject } from '#embedded-garden/json.ts'
import { PROVIDERS } from '#embedded-garden/landscape/providers.ts'
import type { ShootPlan } from '#embedded-garden/landscape/shoots.ts'
import { KUBERNETES_WITH_WORKERS } from '#embedded-garden/resources/shoot-defaults.ts'

/** Spec of a shoot as KIM writes it. Shoots share constant parts. */
export function shootSpec(plan: ShootPlan): JsonObject {
  const { name, provider, region, binding, kubernetes, purpose, condition } = plan
  const domain = `${name}.kyma.example.com`
  return {
    dns: { domain },
    ...(binding === null ? {} : { extensions: [dns(domain), CERTIFICATES, FILTER, auditLog(region), OIDC] }),
    hibernation: { enabled: condition === 'hibernated' },
    kubernetes: { ...KUBERNETES, version: kubernetes },
    ...(binding === null ? {} : { networking: NETWORKING }),
    maintenance: MAINTENANCE,
    provider: binding === null ? { type: provider } : providerSection(plan),
    purpose,
    region,
    ...(binding === null ? {} : { systemComponents: SYSTEM_COMPONENTS }),
    controlPlane: { highAvailability: { failureTolerance: { type: 'zone' } } },
    schedulerName: 'default-scheduler',
    cloudProfile: { kind: 'CloudProfile', name: provider },
    seedName: `${provider}-ha-${region}`,
    ...(binding?.kind === 'CredentialsBinding' ? { credentialsBindingName: binding.name } : {}),
    ...(binding?.kind === 'SecretBinding' ? { secretBindingName: binding.name } : {}),
  }
}

function dns(domain: string): JsonObject {
  return {
    type: 'shoot-dns-service',
    providerConfig: {
      apiVersion: 'service.dns.extensions.gardener.cloud/v1alpha1',
      kind: 'DNSConfig',
      dnsProviderReplication: { enabled: true },
      syncProvidersFromShootSpecDNS: true,
      providers: [{ domains: { include: [domain] }, secretName: 'shoot-dns-aws-route53', type: 'aws-route53' }],
    },
  }
}

function auditLog(region: string): JsonObject {
  return {
    type: 'shoot-auditlog-service',
    providerConfig: {
      apiVersion: 'service.auditlog.extensions.gardener.cloud/v1alpha1',
      kind: 'AuditlogConfig',
      secretReferenceName: 'auditlog-credentials',
      serviceURL: `https://auditlog.${region}.example.com:8081`,
      tenantID: '00000000-0000-0000-0000-000000000001',
      type: 'standard',
    },
  }
}

function providerSection({ provider, region }: ShootPlan): JsonObject {
  const { machineType, volumeType, zones } = PROVIDERS[provider]
  const apiVersion = `${provider}.provider.extensions.gardener.cloud/v1alpha1`
  return {
    type: provider,
    controlPlaneConfig: {
      apiVersion,
      kind: 'ControlPlaneConfig',
      cloudControllerManager: { useCustomRouteController: true },
      storage: { managedDefaultClass: true },
    },
    infrastructureConfig: {
      apiVersion,
      kind: 'InfrastructureConfig',
      networks: {
        vpc: { cidr: '10.250.0.0/16' },
        zones: zones(region).map((name, i) => ({
          name,
          workers: `10.250.${i * 32}.0/19`,
          public: `10.250.${96 + i * 32}.0/20`,
          internal: `10.250.${112 + i * 32}.0/20`,
        })),
      },
    },
    workers: [
      {
        cri: { name: 'containerd' },
        name: 'cpu-worker-0',
        machine: { type: machineType, image: { name: 'gardenlinux', version: '1877.3.0' }, architecture: 'amd64' },
        maximum: 20,
        minimum: 3,
        maxSurge: 3,
        maxUnavailable: 0,
        providerConfig: {
          apiVersion,
          kind: 'WorkerConfig',
          instanceMetadataOptions: { httpTokens: 'required', httpPutResponseHopLimit: 2 },
        },
        volume: { type: volumeType, size: '80Gi' },
        zones: [...zones(region)],
        systemComponents: { allow: true },
        updateStrategy: 'AutoRollingUpdate',
      },
    ],
    workersSettings: { sshAccess: { enabled: false } },
  }
}

const CERTIFICATES = {
  type: 'shoot-cert-service',
  providerConfig: {
    apiVersion: 'service.cert.extensions.gardener.cloud/v1alpha1',
    kind: 'CertConfig',
    shootIssuers: { enabled: true },
  },
}

const FILTER = {
  type: 'shoot-networking-filter',
  providerConfig: {
    apiVersion: 'shoot-networking-filter.extensions.config.gardener.cloud/v1alpha1',
    kind: 'Configuration',
    egressFilter: { blackholingEnabled: true },
  },
  disabled: false,
}

const OIDC = { type: 'shoot-oidc-service', disabled: false }

const NETWORKING = {
  type: 'calico',
  providerConfig: {
    apiVersion: 'calico.networking.extensions.gardener.cloud/v1alpha1',
    kind: 'NetworkConfig',
    ipv4: { pool: 'vxlan', mode: 'Never' },
    typha: { enabled: false },
    backend: 'none',
    overlay: { enabled: false },
    snatToUpstreamDNS: { enabled: false },
  },
  pods: '100.64.0.0/12',
  nodes: '10.250.0.0/16',
  services: '100.104.0.0/13',
  ipFamilies: ['IPv4'],
}

const MAINTENANCE = {
  autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
  timeWindow: { begin: '200000+0000', end: '000000+0000' },
}

const SYSTEM_COMPONENTS = { coreDNS: { autoscaling: { mode: 'horizontal' } }, nodeLocalDNS: { enabled: true } }

/** Gardener writes its defaults into every shoot. */
const KUBERNETES = {
  clusterAutoscaler: {
    scaleDownDelayAfterAdd: '1h0m0s',
    scaleDownDelayAfterDelete: '0s',
    scaleDownDelayAfterFailure: '3m0s',
    scaleDownUnneededTime: '30m0s',
    scaleDownUtilizationThreshold: 0.5,
    scanInterval: '10s',
    expander: 'least-waste',
    maxNodeProvisionTime: '20m0s',
    maxGracefulTerminationSeconds: 600,
    newPodScaleUpDelay: '0s',
    ignoreDaemonsetsUtilization: false,
    verbosity: 2,
    maxScaleDownParallelism: 10,
    maxDrainParallelism: 1,
    initialNodeGroupBackoffDuration: '5m0s',
    maxNodeGroupBackoffDuration: '30m0s',
    nodeGroupBackoffResetTimeout: '3h0m0s',
    emitPerNodeGroupMetrics: false,
    maxBinpackingTime: '5m0s',
  },
  kubeAPIServer: {
    auditConfig: { auditPolicy: { configMapRef: { name: 'audit-policy' } } },
    requests: { maxNonMutatingInflight: 400, maxMutatingInflight: 200 },
    eventTTL: '1h0m0s',
    logging: { verbosity: 2 },
    defaultNotReadyTolerationSeconds: 300,
    defaultUnreachableTolerationSeconds: 300,
    encryptionConfig: { provider: { type: 'aescbc' } },
    structuredAuthentication: { configMapName: 'structured-auth-config' },
  },
  ...KUBERNETES_WITH_WORKERS,
}
