import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { nameOf, namespaceOf } from '#embedded-garden/object.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import { type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import { type Action, allows, type Rule, rulesOf } from './rules.ts'
import { MASTERS, type User } from './user.ts'

const GROUP = 'rbac.authorization.k8s.io'

interface Verdict {
  readonly allowed: boolean
  /** The binding that allowed the request, in the text of access reviews; empty for the super user and for a refusal. */
  readonly reason: string
}

interface Grant {
  readonly subjects: readonly JsonObject[]
  readonly ref: JsonObject
  /** '' for a ClusterRoleBinding. */
  readonly namespace: string
  /** `RoleBinding "viewer/garden-dev" of Role "viewer"` */
  readonly description: string
}

/** Authorization by the RBAC objects in the store. */
export class Rbac {
  readonly #store: Store
  /** Cache by stored state: states are immutable, so each binding and role is parsed once. */
  readonly #granted = new WeakMap<Stored, Grant>()
  readonly #rules = new WeakMap<Stored, Rule[]>()
  #grants: ReadonlyMap<string, readonly Grant[]> | null = null

  constructor(store: Store) {
    this.#store = store
    for (const plural of ['rolebindings', 'clusterrolebindings'])
      store.collection(`${plural}.${GROUP}`).subscribe(() => {
        this.#grants = null
      })
  }

  check(user: User, action: Action): Verdict {
    if (user.groups.includes(MASTERS)) return { allowed: true, reason: '' }
    for (const grant of this.#applying(action.path === null ? action.namespace : '')) {
      const subject = grant.subjects.find(candidate => matches(candidate, user))
      if (subject && this.rulesOfRef(grant.ref, grant.namespace).some(rule => allows(rule, action)))
        return { allowed: true, reason: `RBAC: allowed by ${grant.description} to ${describeSubject(subject)}` }
    }
    return { allowed: false, reason: '' }
  }

  /** Every rule that applies to the user in `namespace` ("" = cluster scope only). */
  rulesFor(user: User, namespace: string): Rule[] {
    return this.#applying(namespace)
      .filter(grant => grant.subjects.some(subject => matches(subject, user)))
      .flatMap(({ ref, namespace: home }) => this.rulesOfRef(ref, home))
  }

  /** The rules behind a roleRef; none when the role is missing. */
  rulesOfRef(ref: JsonObject, namespace: string): Rule[] {
    const plural = stringAt(ref, 'kind') === 'ClusterRole' ? 'clusterroles' : 'roles'
    const role = this.#store.get(`${plural}.${GROUP}`, plural === 'roles' ? namespace : '', stringAt(ref, 'name'))
    if (role === null) return []
    const rules = this.#rules.get(role) ?? rulesOf(thaw(role))
    this.#rules.set(role, rules)
    return rules
  }

  #applying(namespace: string): readonly Grant[] {
    this.#grants ??= this.#compile()
    const clusterWide = this.#grants.get('') ?? []
    return namespace === '' ? clusterWide : [...clusterWide, ...(this.#grants.get(namespace) ?? [])]
  }

  #compile(): Map<string, Grant[]> {
    const grants = new Map<string, Grant[]>()
    for (const kind of ['ClusterRoleBinding', 'RoleBinding'])
      for (const stored of this.#store.collection(`${kind.toLowerCase()}s.${GROUP}`).entries('')) {
        const grant = this.#granted.get(stored) ?? grantOf(kind, thaw(stored))
        this.#granted.set(stored, grant)
        const known = grants.get(grant.namespace)
        if (known === undefined) grants.set(grant.namespace, [grant])
        else known.push(grant)
      }
    return grants
  }
}

function grantOf(kind: string, binding: JsonObject): Grant {
  const namespace = namespaceOf(binding)
  const ref = objectAt(binding, 'roleRef')
  const name = namespace ? `${nameOf(binding)}/${namespace}` : nameOf(binding)
  return {
    subjects: objectsAt(binding, 'subjects').map(subject => withNamespace(subject, namespace)),
    ref,
    namespace,
    description: `${kind} "${name}" of ${stringAt(ref, 'kind')} "${stringAt(ref, 'name')}"`,
  }
}

function withNamespace(subject: JsonObject, namespace: string): JsonObject {
  return stringAt(subject, 'kind') === 'ServiceAccount' && !stringAt(subject, 'namespace')
    ? { ...subject, namespace }
    : subject
}

function matches(subject: JsonObject, user: User): boolean {
  const name = stringAt(subject, 'name')
  switch (stringAt(subject, 'kind')) {
    case 'User':
      return name === user.name || name === '*'
    case 'Group':
      return user.groups.includes(name)
    case 'ServiceAccount':
      return user.name === `system:serviceaccount:${stringAt(subject, 'namespace')}:${name}`
    default:
      return false
  }
}

function describeSubject(subject: JsonObject): string {
  const kind = stringAt(subject, 'kind')
  const name = stringAt(subject, 'name')
  return kind === 'ServiceAccount' ? `ServiceAccount "${name}/${stringAt(subject, 'namespace')}"` : `${kind} "${name}"`
}
