import type { IncomingHttpHeaders } from 'node:http'
import { badRequest, forbidden } from '#embedded-garden/http/errors.ts'
import type { Rbac } from './rbac.ts'
import { ANONYMOUS, authenticated, type User } from './user.ts'

const EXTRA = 'impersonate-extra-'

/** The effective user of a request: the caller, or the user in its Impersonate headers. Throws 403 without that permission. */
export function impersonated(headers: IncomingHttpHeaders, caller: User, rbac: Rbac): User {
  const name = single(headers['impersonate-user'])
  const groups = list(headers['impersonate-group'])
  const uid = single(headers['impersonate-uid'])
  const extras = Object.keys(headers).filter(header => header.startsWith(EXTRA))
  if (!name) {
    if (groups.length > 0 || uid || extras.length > 0)
      throw badRequest('requested impersonation of groups, uid or extra without a user')
    return caller
  }
  const wishes: [group: string, resource: string, name: string][] = [
    account(name) ?? ['', 'users', name],
    ...groups.map((group): [string, string, string] => ['', 'groups', group]),
    ...(uid ? [['authentication.k8s.io', 'uids', uid] as [string, string, string]] : []),
  ]
  for (const [group, resource, wish] of wishes) check(caller, rbac, group, resource, wish, '')
  const extra = Object.fromEntries(
    extras.map(header => [decodeURIComponent(header.slice(EXTRA.length)), list(headers[header])]),
  )
  for (const [key, values] of Object.entries(extra))
    for (const value of values) check(caller, rbac, 'authentication.k8s.io', 'userextras', value, key)
  const user: User = {
    name,
    uid,
    groups: groups.length > 0 ? groups : accountGroups(name),
    ...(extras.length > 0 && { extra }),
  }
  return name === ANONYMOUS.name
    ? { ...user, groups: groups.length > 0 ? groups : ANONYMOUS.groups }
    : authenticated(user)
}

function check(caller: User, rbac: Rbac, group: string, resource: string, name: string, subresource: string): void {
  const namespace = resource === 'serviceaccounts' ? (name.split('/')[0] ?? '') : ''
  const plain = resource === 'serviceaccounts' ? (name.split('/')[1] ?? '') : name
  const action = { verb: 'impersonate', group, resource, subresource, namespace, name: plain, path: null }
  if (!rbac.check(caller, action).allowed)
    throw forbidden(
      { group, plural: resource, kind: '' },
      plain,
      `User "${caller.name}" cannot impersonate resource "${resource}" in API group "${group}"`,
    )
}

function account(name: string): [string, string, string] | null {
  const [namespace, plain] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name)?.slice(1) ?? []
  return namespace && plain ? ['', 'serviceaccounts', `${namespace}/${plain}`] : null
}

function accountGroups(name: string): string[] {
  const namespace = /^system:serviceaccount:([^:]+):/.exec(name)?.[1]
  return namespace ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : []
}

function single(value: string | string[] | undefined): string {
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
}

/** Node joins repeated headers with commas; group names contain none. */
function list(value: string | string[] | undefined): string[] {
  return (Array.isArray(value) ? value : (value ?? '').split(',')).map(item => item.trim()).filter(Boolean)
}
