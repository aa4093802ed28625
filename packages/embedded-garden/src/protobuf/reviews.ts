import { list, type Message, one } from './message.ts'
import { kind } from './metadata.ts'

const ACCESS: Message = {
  1: one('resourceAttributes', {
    1: one('namespace'),
    2: one('verb'),
    3: one('group'),
    4: one('version'),
    5: one('resource'),
    6: one('subresource'),
    7: one('name'),
  }),
  2: one('nonResourceAttributes', { 1: one('path'), 2: one('verb') }),
}

const BOUND_OBJECT: Message = { 1: one('kind'), 2: one('apiVersion'), 3: one('name'), 4: one('uid') }

/** Kinds of k8s.io/api/authorization/v1/generated.proto. */
export const AUTHORIZATION: Readonly<Record<string, Message>> = {
  SelfSubjectAccessReview: kind(ACCESS),
  SubjectAccessReview: kind({ ...ACCESS, 3: one('user'), 4: list('groups'), 6: one('uid') }),
  LocalSubjectAccessReview: kind({ ...ACCESS, 3: one('user'), 4: list('groups'), 6: one('uid') }),
  SelfSubjectRulesReview: kind({ 1: one('namespace') }),
}

/** Kinds of k8s.io/api/authentication/v1/generated.proto. */
export const AUTHENTICATION: Readonly<Record<string, Message>> = {
  TokenRequest: kind({
    1: list('audiences'),
    3: one('boundObjectRef', BOUND_OBJECT),
    4: one('expirationSeconds', 'number'),
  }),
  TokenReview: kind({ 1: one('token'), 2: list('audiences') }),
  SelfSubjectReview: {},
}
