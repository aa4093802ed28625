import type { CredentialsBindingObject, KubeObject, SecretBindingObject } from '#lib/garden/resources/objects.ts'
import { fieldsOf, textOf, textsOf } from '#lib/garden/resources/read-fields.ts'
import {
  type Account,
  type AccountKind,
  ANNOTATION_PREFIX,
  type Binding,
  type BindingKind,
  type Doubt,
} from '#lib/hap/pools/binding.ts'
import type { Interner } from './interner.ts'

/**
 * Projects a CredentialsBinding, a SecretBinding or the metadata of a Secret; null for an object
 * without a name. Throws MalformedObjectError: a binding is read completely or not at all.
 */
export type BindingProjection = (object: KubeObject) => Binding | null

/**
 * Creates the projection for a kind. Missing fields become empty: old SecretBindings have no
 * provider (Gardener).
 */
export function bindingProjection(kind: BindingKind, interner: Interner): BindingProjection {
  const account = ACCOUNTS[kind]
  return object => {
    const metadata = fieldsOf(object.metadata, 'metadata')
    const name = textOf(metadata.name, 'metadata.name')
    if (name === '') return null
    const namespace = textOf(metadata.namespace, 'metadata.namespace')
    return {
      kind,
      namespace: interner.text(namespace),
      name,
      uid: textOf(metadata.uid, 'metadata.uid'),
      resourceVersion: textOf(metadata.resourceVersion, 'metadata.resourceVersion'),
      account: account(object, namespace, name),
      providers: providersOf(object, interner),
      labels: textsOf(metadata.labels, 'metadata.labels'),
      annotations: ownAnnotations(fieldsOf(metadata.annotations, 'metadata.annotations')),
      createdAt: textOf(metadata.creationTimestamp, 'metadata.creationTimestamp'),
      deletedAt: textOf(metadata.deletionTimestamp, 'metadata.deletionTimestamp') || null,
    }
  }
}

const ACCOUNTS: Readonly<Record<BindingKind, (object: KubeObject, namespace: string, name: string) => Account>> = {
  CredentialsBinding: ({ credentialsRef }: CredentialsBindingObject, namespace) => {
    const ref = fieldsOf(credentialsRef, 'credentialsRef')
    return {
      kind: accountKind(textOf(ref.kind, 'credentialsRef.kind')),
      namespace: textOf(ref.namespace, 'credentialsRef.namespace') || namespace,
      name: textOf(ref.name, 'credentialsRef.name'),
    }
  },
  SecretBinding: ({ secretRef }: SecretBindingObject, namespace) => {
    const ref = fieldsOf(secretRef, 'secretRef')
    return {
      kind: 'Secret',
      namespace: textOf(ref.namespace, 'secretRef.namespace') || namespace,
      name: textOf(ref.name, 'secretRef.name'),
    }
  },
  Secret: (_object, namespace, name) => ({ kind: 'Secret', namespace, name }),
}

function accountKind(kind: string): AccountKind {
  return kind === 'WorkloadIdentity' || kind === 'InternalSecret' ? kind : 'Secret'
}

/** A SecretBinding may list several, `aws,gcp` (Gardener); a Secret names none. */
function providersOf({ provider }: SecretBindingObject, interner: Interner): readonly string[] {
  const { type } = fieldsOf(provider, 'provider')
  const text = textOf(type, 'provider.type')
  return interner.value(`providers ${text}`, () => text.split(',').flatMap(each => each.trim() || []))
}

const NONE: Readonly<Record<string, string>> = {}

function ownAnnotations(annotations: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const kept = Object.entries(annotations).filter(([key]) => key.startsWith(ANNOTATION_PREFIX))
  return kept.length === 0 ? NONE : textsOf(Object.fromEntries(kept), 'metadata.annotations')
}

/** Why a binding is in doubt; see lifecycle/identity. */
export type DoubtIn = (binding: Binding) => Doubt | undefined

/** For readers that neither write nor select. */
export const NO_DOUBT: DoubtIn = () => undefined

/** Adds the doubt to the bindings of a projection. */
export function withDoubt(project: BindingProjection, doubtIn: DoubtIn): BindingProjection {
  return object => {
    const binding = project(object)
    return binding && judgeDoubt(binding, doubtIn)
  }
}

/** A binding with its present doubt; the same object when it did not change. */
export function judgeDoubt(binding: Binding, doubtIn: DoubtIn): Binding {
  const doubt = doubtIn(binding)
  if (doubt === binding.doubt) return binding
  const { doubt: _, ...rest } = binding
  return doubt === undefined ? rest : { ...rest, doubt }
}
