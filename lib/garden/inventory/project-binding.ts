import type { CredentialsBindingObject, KubeObject, SecretBindingObject } from '#lib/garden/resources/objects.ts'
import type { Account, AccountKind } from '#lib/hap/pools/account.ts'
import { ANNOTATION_PREFIX, type Binding, type BindingKind } from '#lib/hap/pools/binding.ts'
import type { Interner } from './interner.ts'

/** What HAP keeps of a CredentialsBinding, a SecretBinding or the metadata of a Secret; null for an object without a name. */
export type BindingProjection = (object: KubeObject) => Binding | null

/** The projection for a kind. Fields that an object lacks become empty: old SecretBindings have no provider (Gardener). */
export function bindingProjection(kind: BindingKind, interner: Interner): BindingProjection {
  const account = ACCOUNTS[kind]
  return object => {
    const { name, namespace = '', uid = '', resourceVersion = '', ...meta } = object.metadata ?? {}
    if (!name) return null
    return {
      kind,
      namespace: interner.text(namespace),
      name,
      uid,
      resourceVersion,
      account: account(object, namespace, name),
      providers: providersOf(object, interner),
      labels: meta.labels ?? {},
      annotations: ours(meta.annotations ?? {}),
      createdAt: meta.creationTimestamp ?? '',
      deletedAt: meta.deletionTimestamp ?? null,
    }
  }
}

const ACCOUNTS: Readonly<Record<BindingKind, (object: KubeObject, namespace: string, name: string) => Account>> = {
  CredentialsBinding: ({ credentialsRef }: CredentialsBindingObject, namespace) => ({
    kind: accountKind(credentialsRef?.kind),
    namespace: credentialsRef?.namespace || namespace,
    name: credentialsRef?.name ?? '',
  }),
  SecretBinding: ({ secretRef }: SecretBindingObject, namespace) => ({
    kind: 'Secret',
    namespace: secretRef?.namespace || namespace,
    name: secretRef?.name ?? '',
  }),
  Secret: (_object, namespace, name) => ({ kind: 'Secret', namespace, name }),
}

function accountKind(kind: string | undefined): AccountKind {
  return kind === 'WorkloadIdentity' || kind === 'InternalSecret' ? kind : 'Secret'
}

/** A SecretBinding may list several, `aws,gcp` (Gardener); a Secret in the role of a binding names none. */
function providersOf({ provider }: SecretBindingObject, interner: Interner): readonly string[] {
  const type = provider?.type ?? ''
  return interner.value(`providers ${type}`, () => type.split(',').flatMap(each => each.trim() || []))
}

const NONE: Readonly<Record<string, string>> = {}

function ours(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(annotations).filter(([key]) => key.startsWith(ANNOTATION_PREFIX))
  return kept.length === 0 ? NONE : Object.fromEntries(kept)
}
