import type { ShootObject } from '#lib/garden/resources/objects.ts'
import type { Shoot, ShootOperation } from '#lib/hap/pools/shoot.ts'
import type { Interner } from './interner.ts'

const RUNTIME_ID = 'infrastructuremanager.kyma-project.io/runtime-id'

/** What HAP keeps of a shoot, some 300 bytes of 17 kB; null for an object without a name. */
export function shootProjection(interner: Interner): (object: ShootObject) => Shoot | null {
  return ({ metadata = {}, spec = {}, status = {} }) => {
    const { name, namespace = '', uid = '', labels = {}, annotations = {} } = metadata
    if (!name) return null
    return {
      namespace: interner.text(namespace),
      name,
      uid,
      binding: bindingOf(spec),
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
    }
  }
}

/** One of the two fields names the binding; workerless shoots have neither (Gardener). */
function bindingOf({ credentialsBindingName, secretBindingName }: Spec): Shoot['binding'] {
  if (credentialsBindingName) return { kind: 'CredentialsBinding', name: credentialsBindingName }
  return secretBindingName ? { kind: 'SecretBinding', name: secretBindingName } : null
}

type Spec = NonNullable<ShootObject['spec']>
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
    sameOperation(a.lastOperation, b.lastOperation) &&
    (a.errorCodes === b.errorCodes || a.errorCodes.join() === b.errorCodes.join())
  )
}

function sameOperation(a: ShootOperation | null, b: ShootOperation | null): boolean {
  if (a === null || b === null) return a === b
  return a.type === b.type && a.state === b.state && a.progress === b.progress && a.at === b.at
}
