import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { nameOf } from '#embedded-garden/object.ts'
import { age } from './age.ts'
import type { Column } from './column.ts'

/** Descriptions of the two columns every kind has, as the recorded servers send them. */
const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names'
const AGE_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata'

export const NAME: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: NAME_DESCRIPTION,
  priority: 0,
  cell: nameOf,
}

/** `type` is `date` at Gardener's server, `string` at kube-apiserver. */
export function ageColumn(type: 'date' | 'string'): Column {
  return {
    name: 'Age',
    type,
    format: '',
    description: AGE_DESCRIPTION,
    priority: 0,
    cell: (object, now) => age(stringAt(objectAt(object, 'metadata'), 'creationTimestamp'), now),
  }
}

/** Name and age: for kinds that define no columns. */
export const PLAIN_COLUMNS: readonly Column[] = [
  NAME,
  {
    ...ageColumn('date'),
    name: 'Created At',
    cell: object => stringAt(objectAt(object, 'metadata'), 'creationTimestamp'),
  },
]

/** A column of texts or numbers without a description. */
export function column(name: string, cell: Column['cell'], options: Partial<Column> = {}): Column {
  return { name, type: 'string', format: '', description: '', priority: 0, ...options, cell }
}
