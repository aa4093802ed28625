import { forbidden, forbiddenPath } from '#embedded-garden/http/errors.ts'
import type { RequestInfo } from '#embedded-garden/http/request-info.ts'
import { selectedName } from '#embedded-garden/selectors/field-selector.ts'
import type { Rbac } from './rbac.ts'
import type { User } from './user.ts'

/** Throws 403 when RBAC does not allow the request. */
export function authorize(info: RequestInfo, user: User, rbac: Rbac): void {
  const { resource: target, verb, path } = info
  if (!target) {
    const action = { verb, group: '', resource: '', subresource: '', namespace: '', name: '', path }
    if (rbac.check(user, action).allowed) return
    throw forbiddenPath(`User "${user.name}" cannot ${verb} path "${path}"`)
  }
  const { group, plural, subresource, namespace } = target
  const collection = verb === 'list' || verb === 'watch' || verb === 'deletecollection'
  const name = target.name || (collection ? selectedName(info.query.get('fieldSelector') ?? '') : '')
  if (rbac.check(user, { verb, group, resource: plural, subresource, namespace, name, path: null }).allowed) return
  const full = subresource ? `${plural}/${subresource}` : plural
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope'
  throw forbidden(
    { group, plural, kind: '' },
    name,
    `User "${user.name}" cannot ${verb} resource "${full}" in API group "${group}" ${where}`,
  )
}
