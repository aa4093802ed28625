import type { PoolPlan } from './blueprint.ts'
import { DAY } from './place.ts'
import type { Random } from './random.ts'
import type { ShootPlan } from './shoots.ts'

/** A cluster as Kyma's control plane describes it. */
export interface RuntimePlan {
  readonly shoot: ShootPlan
  readonly uids: readonly [runtime: string, gardenerCluster: string]
  readonly instanceId: string
  readonly plan: string
  readonly platformRegion: string
  /** Whether the objects carry the platform region as a label. Old ones lack it; the Runtime's spec always has it. */
  readonly tellsPlatformRegion: boolean
  /** The objects of the runtime. Kyma creates both; most shoots get only one here, because a landscape has thousands. */
  readonly objects: 'both' | 'Runtime' | 'GardenerCluster'
}

/** Share of the shoots without objects in Kyma's control plane; their plans are unknown. */
const UNKNOWN = 0.08

/** Age from which objects lack the label of the platform region; a few later objects, created manually, lack it too. */
const LABEL_SINCE = 500 * DAY

/** The runtime of a shoot; null for one that Kyma's control plane does not know. */
export function drawRuntime(shoot: ShootPlan, at: number, random: Random): RuntimePlan | null {
  // Each shoot draws the same number of times, so that one shoot does not change the others.
  const known = !random.chance(UNKNOWN)
  const kept = random.next()
  const labelled = random.chance(0.96)
  const plan = drawPlan(shoot.pool, random.next())
  const platformRegion = drawPlatformRegion(shoot, random)
  const uids = [random.uuid(), random.uuid()] as const
  const instanceId = random.uuid()
  if (!known || shoot.binding === null) return null
  return {
    shoot,
    uids,
    instanceId,
    plan,
    platformRegion,
    tellsPlatformRegion: labelled && at - shoot.createdAt < LABEL_SINCE,
    objects: shoot.condition === 'creating' || kept > 0.3 ? 'Runtime' : kept < 0.05 ? 'GardenerCluster' : 'both',
  }
}

/** A plan for which the initial rules select this pool; alicloud and gdch have none. */
function drawPlan({ provider, nickname, euAccess }: PoolPlan, draw: number): string {
  if (nickname === 'trial') return 'trial'
  if (provider === 'openstack') return 'sap-converged-cloud'
  if (euAccess) return provider
  if (provider === 'aws') return draw < 0.86 ? 'aws' : draw < 0.96 ? 'free' : 'preview'
  if (provider === 'azure') return draw < 0.7 ? 'azure' : draw < 0.9 ? 'azure_lite' : 'free'
  return provider
}

/** Most subaccounts are near their cluster. Pools reserved for one platform region contain clusters of that region only. */
function drawPlatformRegion({ pool, region }: ShootPlan, random: Random): string {
  const [near, far] = [random.chance(0.85), random.next()]
  const reserved = RESERVED[`${pool.hyperscalerType}${pool.euAccess ? '/eu' : ''}`]
  if (reserved !== undefined) return reserved
  const elsewhere = FAR[Math.floor(far * FAR.length)] ?? 'cf-eu10'
  return near ? (NEAR[region] ?? elsewhere) : elsewhere
}

const RESERVED: Readonly<Record<string, string>> = {
  'aws/eu': 'cf-eu11',
  'azure/eu': 'cf-ch20',
  'gcp_cf-sa30': 'cf-sa30',
}

const FAR = ['cf-eu10', 'cf-us10', 'cf-eu20', 'cf-ap11']

/** Platform region of SAP BTP at, or next to, a hyperscaler region. */
const NEAR: Readonly<Record<string, string>> = {
  'eu-central-1': 'cf-eu10',
  'eu-west-2': 'cf-eu10',
  'us-east-1': 'cf-us10',
  'us-west-2': 'cf-us11',
  'ap-southeast-1': 'cf-ap11',
  'ap-northeast-1': 'cf-jp10',
  'sa-east-1': 'cf-br10',
  westeurope: 'cf-eu20',
  northeurope: 'cf-eu20',
  eastus: 'cf-us21',
  centralus: 'cf-us20',
  japaneast: 'cf-jp20',
  southeastasia: 'cf-ap21',
  brazilsouth: 'cf-br20',
  'europe-west3': 'cf-eu30',
  'us-central1': 'cf-us30',
  'asia-south1': 'cf-in30',
  'asia-northeast2': 'cf-jp30',
  'southamerica-east1': 'cf-br30',
  'eu-de-1': 'cf-eu10',
  'eu-de-2': 'cf-eu10',
  'cn-shanghai': 'cf-cn40',
  'cn-beijing': 'cf-cn40',
}
