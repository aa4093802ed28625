import { type ShootObject, shootBinding } from '#lib/garden/resources/objects.ts'
import { fieldsOf, looseFields, looseText, textOf } from '#lib/garden/resources/read-fields.ts'
import { isRecord } from '#lib/hap/document.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import type { Shoot, ShootOperation } from '#lib/hap/pools/shoot.ts'
import type { Interner } from './interner.ts'

const RUNTIME_ID = 'infrastructuremanager.kyma-project.io/runtime-id'

/** Label keys of plan and platform region on shoots; null when there is no such label. */
export interface PlanLabelKeys {
  readonly plan: string | null
  readonly platformRegion: string | null
}

const NO_KEYS: PlanLabelKeys = { plan: null, platformRegion: null }

/**
 * Projects a shoot, 300 bytes of 17 kB; null for an object without a name. Throws
 * MalformedObjectError when its identity or its binding is unreadable; other malformed fields count
 * as absent.
 */
export function shootProjection(interner: Interner, keys = NO_KEYS): (object: ShootObject) => Shoot | null {
  return object => {
    const metadata = fieldsOf(object.metadata, 'metadata')
    const name = textOf(metadata.name, 'metadata.name')
    if (name === '') return null
    const labels = looseFields(metadata.labels)
    const spec = fieldsOf(object.spec, 'spec')
    const status = looseFields(object.status)
    const labelled = labelsOf(labels, keys, interner)
    return {
      namespace: interner.text(textOf(metadata.namespace, 'metadata.namespace')),
      name,
      uid: textOf(metadata.uid, 'metadata.uid'),
      binding: shootBinding({
        credentialsBindingName: textOf(spec.credentialsBindingName, 'spec.credentialsBindingName'),
        secretBindingName: textOf(spec.secretBindingName, 'spec.secretBindingName'),
      }),
      globalAccount: looseText(labels.account),
      subaccount: looseText(labels.subaccount),
      runtimeId: looseText(looseFields(metadata.annotations)[RUNTIME_ID]),
      provider: interner.text(looseText(looseFields(spec.provider).type) ?? ''),
      region: interner.text(looseText(spec.region) ?? ''),
      createdAt: looseText(metadata.creationTimestamp) ?? '',
      deletedAt: looseText(metadata.deletionTimestamp) || null,
      hibernated: status.hibernated === true,
      lastOperation: operationOf(status.lastOperation, interner),
      errorCodes: codesOf(status.lastErrors, interner),
      ...(labelled && { labelled }),
    }
  }
}

/** Plans and regions are few, so shoots share the facts. */
function labelsOf(
  labels: Readonly<Record<string, unknown>>,
  keys: PlanLabelKeys,
  interner: Interner,
): PlanFacts | null {
  const plan = (keys.plan !== null && looseText(labels[keys.plan])) || null
  const platformRegion = (keys.platformRegion !== null && looseText(labels[keys.platformRegion])) || null
  if (plan === null && platformRegion === null) return null
  return interner.value(`labelled ${plan} ${platformRegion}`, () => ({ plan, platformRegion }))
}

function operationOf(value: unknown, interner: Interner): ShootOperation | null {
  if (!isRecord(value)) return null
  const { type, state, progress, lastUpdateTime } = value
  return {
    type: interner.text(looseText(type) ?? ''),
    state: interner.text(looseText(state) ?? ''),
    progress: typeof progress === 'number' ? progress : 0,
    at: looseText(lastUpdateTime) ?? '',
  }
}

const NO_CODES: readonly string[] = []

function codesOf(errors: unknown, interner: Interner): readonly string[] {
  if (!Array.isArray(errors) || errors.length === 0) return NO_CODES
  const all = errors.flatMap((error: unknown) => looseFields(error).codes ?? [])
  const codes = [...new Set(all.filter(code => typeof code === 'string'))].sort()
  return interner.value(`codes ${codes.join()}`, () => codes)
}

/** Whether two projections of a shoot are equal; most writes of Gardener change nothing that HAP reads. */
export function isSameShoot(a: Shoot, b: Shoot): boolean {
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
    isSameOperation(a.lastOperation, b.lastOperation) &&
    (a.errorCodes === b.errorCodes || a.errorCodes.join() === b.errorCodes.join())
  )
}

function isSameOperation(a: ShootOperation | null, b: ShootOperation | null): boolean {
  if (a === null || b === null) return a === b
  return a.type === b.type && a.state === b.state && a.progress === b.progress && a.at === b.at
}
