import type { Provider } from './blueprint.ts'

/** The parts of a shoot that differ by provider. */
interface ProviderTraits {
  /** Of all shoots in the landscape. */
  readonly machineType: string
  /** A machine type with 8 CPUs that shoots may use. */
  readonly largeMachineType: string
  readonly volumeType: string
  /** Availability zones of a region. */
  zones(region: string): readonly string[]
  /** Keys of a Secret with its credentials; the values in the landscape are dummies. */
  readonly secretKeys: readonly string[]
  readonly loadBalancerDomain: string
}

const letters = (region: string) => [`${region}a`, `${region}b`, `${region}c`]
const numbers = () => ['1', '2', '3']

export const PROVIDERS: Readonly<Record<Provider, ProviderTraits>> = {
  aws: {
    machineType: 'm6i.large',
    largeMachineType: 'm5.2xlarge',
    volumeType: 'gp3',
    zones: letters,
    secretKeys: ['accessKeyID', 'secretAccessKey'],
    loadBalancerDomain: 'elb.amazonaws.com',
  },
  azure: {
    machineType: 'Standard_D4s_v5',
    largeMachineType: 'Standard_D8s_v5',
    volumeType: 'StandardSSD_LRS',
    zones: numbers,
    secretKeys: ['clientID', 'clientSecret', 'subscriptionID', 'tenantID'],
    loadBalancerDomain: 'cloudapp.azure.com',
  },
  gcp: {
    machineType: 'n2-standard-4',
    largeMachineType: 'n2-standard-8',
    volumeType: 'pd-balanced',
    zones: region => ['a', 'b', 'c'].map(zone => `${region}-${zone}`),
    secretKeys: ['serviceaccount.json'],
    loadBalancerDomain: 'bc.googleusercontent.com',
  },
  openstack: {
    machineType: 'g_c4_m16',
    largeMachineType: 'g_c8_m32',
    volumeType: 'premium_ssd',
    zones: letters,
    secretKeys: ['domainName', 'tenantName', 'username', 'password'],
    loadBalancerDomain: 'lb.cloud.example.com',
  },
  alicloud: {
    machineType: 'ecs.g6.large',
    largeMachineType: 'ecs.g6.2xlarge',
    volumeType: 'cloud_essd',
    zones: region => ['e', 'f', 'g'].map(zone => `${region}-${zone}`),
    secretKeys: ['accessKeyID', 'accessKeySecret'],
    loadBalancerDomain: 'slb.aliyuncs.com',
  },
  gdch: {
    machineType: 'n3-standard-4-gdc',
    largeMachineType: 'n3-standard-8-gdc',
    volumeType: 'standard-rwo',
    zones: region => [`${region}-zone1`],
    secretKeys: ['serviceaccount.json'],
    loadBalancerDomain: 'lb.gdch.example.com',
  },
}
