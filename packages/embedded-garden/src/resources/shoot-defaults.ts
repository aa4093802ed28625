import { ensureObject, isObject, type JsonObject, objectAt, objectsAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

/** Defaults of `spec.kubernetes` for a Shoot with workers, as recorded. */
export const KUBERNETES_WITH_WORKERS: JsonObject = {
  kubeControllerManager: { nodeCIDRMaskSize: 24, nodeMonitorGracePeriod: '40s' },
  kubeScheduler: { profile: 'balanced' },
  kubeProxy: { mode: 'IPTables', enabled: true },
  kubelet: {
    failSwapOn: true,
    kubeReserved: { cpu: '80m', memory: '1Gi', pid: '20k' },
    imageGCHighThresholdPercent: 50,
    imageGCLowThresholdPercent: 40,
    serializeImagePulls: true,
    imageMinimumGCAge: '2m0s',
    imageMaximumGCAge: '0s',
  },
  verticalPodAutoscaler: {
    enabled: true,
    evictAfterOOMThreshold: '10m0s',
    evictionRateBurst: 1,
    evictionRateLimit: -1,
    evictionTolerance: 0.5,
    recommendationMarginFraction: 0.15,
    updaterInterval: '1m0s',
    recommenderInterval: '1m0s',
    targetCPUPercentile: 0.9,
    recommendationLowerBoundCPUPercentile: 0.5,
    recommendationUpperBoundCPUPercentile: 0.95,
    targetMemoryPercentile: 0.9,
    recommendationLowerBoundMemoryPercentile: 0.5,
    recommendationUpperBoundMemoryPercentile: 0.95,
    cpuHistogramDecayHalfLife: '24h0m0s',
    memoryHistogramDecayHalfLife: '24h0m0s',
    memoryAggregationInterval: '24h0m0s',
    memoryAggregationIntervalCount: 8,
    recommenderUpdateWorkerCount: 10,
  },
}

/** Defaults of the rest of the spec. */
const WITH_WORKERS: JsonObject = {
  cloudProfile: { kind: 'CloudProfile' },
  kubernetes: KUBERNETES_WITH_WORKERS,
  maintenance: {
    autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
    autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: '672h0m0s' } } },
  },
  provider: { workersSettings: { sshAccess: { enabled: true } } },
  systemComponents: { coreDNS: { autoscaling: { mode: 'horizontal' } } },
}

const ALWAYS: JsonObject = {
  kubernetes: {
    kubeAPIServer: {
      requests: { maxNonMutatingInflight: 400, maxMutatingInflight: 200 },
      eventTTL: '1h0m0s',
      logging: { verbosity: 2 },
      defaultNotReadyTolerationSeconds: 300,
      defaultUnreachableTolerationSeconds: 300,
      encryptionConfig: { provider: { type: 'aescbc' } },
    },
  },
  purpose: 'evaluation',
  schedulerName: 'default-scheduler',
}

/** Defaults that apply only when the shoot requests an autoscaler. */
const CLUSTER_AUTOSCALER: JsonObject = {
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
}

const WORKER: JsonObject = {
  cri: { name: 'containerd' },
  machine: { architecture: 'amd64' },
  maxSurge: 1,
  maxUnavailable: 0,
  systemComponents: { allow: true },
  updateStrategy: 'AutoRollingUpdate',
}

/** Sets Gardener's defaults in a new or changed Shoot. */
export function defaultShoot(shoot: KubeObject): void {
  const spec = ensureObject(shoot, 'spec')
  fill(spec, ALWAYS)
  const workers = objectsAt(objectAt(spec, 'provider'), 'workers')
  if (workers.length === 0) return
  fill(spec, WITH_WORKERS)
  const networking = spec.networking
  if (isObject(networking)) networking.ipFamilies ??= ['IPv4']
  const { clusterAutoscaler } = objectAt(spec, 'kubernetes')
  if (isObject(clusterAutoscaler)) fill(clusterAutoscaler, CLUSTER_AUTOSCALER)
  for (const worker of workers) fill(worker, WORKER)
}

function fill(target: JsonObject, defaults: JsonObject): void {
  for (const [key, value] of Object.entries(defaults)) {
    const present = target[key]
    if (present === undefined) target[key] = structuredClone(value)
    else if (isObject(present) && isObject(value)) fill(present, value)
  }
}
