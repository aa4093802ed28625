import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { shootBinding } from '#lib/garden/resources/shoot-binding.ts'
import type { PlanFacts } from '#lib/hap/plans/plan-facts.ts'
import type { Shoot, ShootOperation } from '#lib/hap/pools/shoot.ts'
import type { Interner } from './interner.ts'

const RUNTIME_ID = 'infrastructuremanager.kyma-project.io/runtime-id'

/** Keys of the labels by which the shoots of a landscape tell plan and platform region; null where they tell none. */
export interface PlanLabelKeys {
  readonly plan: string | null
  readonly platformRegion: string | null
}

const NO_KEYS: PlanLabelKeys = { plan: null, platformRegion: null }

/** What HAP keeps of a shoot, some 300 bytes of 17 kB; null for an object without a name. */
export function shootProjection(interner: Interner, keys = NO_KEYS): (object: ShootObject) => Shoot | null {
  return ({ metadata = {}, spec = {}, status = {} }) => {
    const { name, namespace = '', uid = '', labels = {}, annotations = {} } = metadata
    if (!name) return null
    const labelled = labelsOf(labels, keys, interner)
    return {
      namespace: interner.text(namespace),
      name,
      uid,
      binding: shootBinding(spec),
      globalAccount: labels.account ?? null,
      subaccount: labels.subaccount ?? null,
      runtimeId: annotations[RUNTIME_ID] ?? null,
      provider: interner.text(spec.provider?.type ?? ''),
      region: interner.text(spec.region ?? ''),
      createdAt: metadata.creationTimestamp ?? '',
      deletedAt: metadata.deletionTimestamp ?? null,
      hibernated: status.hibernated ?? false,
      lastOperation: operationOf(status.lastOperation, interner),
      errorCodes: codesOf(status.lastErrors, interner),
      ...(labelled && { labelled }),
    }
  }
}

/** There are few plans and regions: shoots that tell the same share what they tell. */
function labelsOf(labels: Readonly<Record<string, string>>, keys: PlanLabelKeys, interner: Interner): PlanFacts | null {
  const plan = (keys.plan !== null && labels[keys.plan]) || null
  const platformRegion = (keys.platformRegion !== null && labels[keys.platformRegion]) || null
  if (plan === null && platformRegion === null) return null
  return interner.value(`labelled ${plan} ${platformRegion}`, () => ({ plan, platformRegion }))
}

type Status = NonNullable<ShootObject['status']>

function operationOf(operation: Status['lastOperation'], interner: Interner): ShootOperation | null {
  if (operation === undefined) return null
  const { type = '', state = '', progress = 0, lastUpdateTime = '' } = operation
  return { type: interner.text(type), state: interner.text(state), progress, at: lastUpdateTime }
}

const NO_CODES: readonly string[] = []

function codesOf(errors: Status['lastErrors'], interner: Interner): readonly string[] {
  if (errors === undefined || errors.length === 0) return NO_CODES
  const codes = [...new Set(errors.flatMap(error => error.codes ?? []))].sort()
  return interner.value(`codes ${codes.join()}`, () => codes)
}

/** Whether two projections of a shoot say the same; most writes of Gardener change nothing that HAP keeps. */
export function sameShoot(a: Shoot, b: Shoot): boolean {
  return (
    a.uid === b.uid &&
    a.binding?.kind === b.binding?.kind &&
    a.binding?.name === b.binding?.name &&
    a.globalAccount === b.globalAccount &&
    a.subaccount === b.subaccount &&
    a.runtimeId === b.runtimeId &&
    a.provider === b.provider &&
    a.region === b.region &&
    a.createdAt === b.createdAt &&
    a.deletedAt === b.deletedAt &&
    a.hibernated === b.hibernated &&
    a.labelled?.plan === b.labelled?.plan &&
    a.labelled?.platformRegion === b.labelled?.platformRegion &&
    sameOperation(a.lastOperation, b.lastOperation) &&
    (a.errorCodes === b.errorCodes || a.errorCodes.join() === b.errorCodes.join())
  )
}

function sameOperation(a: ShootOperation | null, b: ShootOperation | null): boolean {
  if (a === null || b === null) return a === b
  return a.type === b.type && a.state === b.state && a.progress === b.progress && a.at === b.at
}
