import { list, type Message, one } from './message.ts'
import { LABEL_SELECTOR, OBJECT_META } from './metadata.ts'

const RULE: Message = {
  1: list('verbs'),
  2: list('apiGroups'),
  3: list('resources'),
  4: list('resourceNames'),
  5: list('nonResourceURLs'),
}

const SUBJECT: Message = { 1: one('kind'), 2: one('apiGroup'), 3: one('name'), 4: one('namespace') }
const ROLE_REF: Message = { 1: one('apiGroup'), 2: one('kind'), 3: one('name') }
const ROLE: Message = { 1: one('metadata', OBJECT_META), 2: list('rules', RULE) }
const BINDING: Message = { 1: one('metadata', OBJECT_META), 2: list('subjects', SUBJECT), 3: one('roleRef', ROLE_REF) }

/** Kinds of k8s.io/api/rbac/v1/generated.proto. */
export const RBAC: Readonly<Record<string, Message>> = {
  Role: ROLE,
  ClusterRole: { ...ROLE, 3: one('aggregationRule', { 1: list('clusterRoleSelectors', LABEL_SELECTOR) }) },
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
}
