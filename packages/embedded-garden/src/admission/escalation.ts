import { covers, type Rule, rulesOf } from '#embedded-garden/auth/rules.ts'
import { MASTERS } from '#embedded-garden/auth/user.ts'
import { forbidden } from '#embedded-garden/http/errors.ts'
import { equal, objectAt } from '#embedded-garden/json.ts'
import { type KubeObject, nameOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'

/** Refuses a role with permissions that the writer does not have, unless the writer may `escalate` it. */
export function guardRole(role: KubeObject, previous: KubeObject | null, context: WriteContext): void {
  if (previous && equal(role.rules, previous.rules)) return
  guard(rulesOf(role), role, context, 'escalate', context.resource.plural, nameOf(role))
}

/** Refuses a binding to a role with permissions that the writer does not have, unless the writer may `bind` it. */
export function guardBinding(binding: KubeObject, previous: KubeObject | null, context: WriteContext): void {
  if (previous && equal(binding.subjects, previous.subjects)) return
  const ref = objectAt(binding, 'roleRef')
  const rules = context.services.rbac.rulesOfRef(ref, context.namespace)
  const plural = ref.kind === 'ClusterRole' ? 'clusterroles' : 'roles'
  guard(rules, binding, context, 'bind', plural, String(ref.name))
}

function guard(
  wanted: readonly Rule[],
  object: KubeObject,
  context: WriteContext,
  verb: string,
  plural: string,
  name: string,
): void {
  const { user, services, namespace, resource } = context
  if (user.groups.includes(MASTERS)) return
  const action = { verb, group: resource.group, resource: plural, subresource: '', namespace, name, path: null }
  if (services.rbac.check(user, action).allowed) return
  const owned = services.rbac.rulesFor(user, namespace)
  const missing = wanted.filter(rule => !covers(owned, rule))
  if (missing.length === 0) return
  throw forbidden(
    resource,
    nameOf(object),
    `user "${user.name}" is attempting to grant permissions not currently held: ${JSON.stringify(missing)}`,
  )
}
