import { type Json, objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, nameOf } from '#embedded-garden/object.ts'

/** A column of the Table representation. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0 = always shown, 1 = with `-o wide`. */
  readonly priority: number
  readonly cell: (object: KubeObject, now: Date) => Json
}

/** Descriptions of the two common columns, as recorded. */
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

/** `type` is `date` on Gardener's server, `string` on kube-apiserver. */
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

/** A column of strings or numbers without a description. */
export function column(name: string, cell: Column['cell'], options: Partial<Column> = {}): Column {
  return { name, type: 'string', format: '', description: '', priority: 0, ...options, cell }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** A duration in kubectl's format for ages: `47s`, `3m12s`, `5h20m`, `8d`, `2y41d`. */
export function humanDuration(ms: number): string {
  if (ms < -SECOND) return '<invalid>'
  if (ms < 0) return '0s'
  if (ms < 2 * MINUTE) return `${Math.floor(ms / SECOND)}s`
  if (ms < 10 * MINUTE) return pair(ms, MINUTE, 'm', SECOND, 's')
  if (ms < 3 * HOUR) return `${Math.floor(ms / MINUTE)}m`
  if (ms < 8 * HOUR) return pair(ms, HOUR, 'h', MINUTE, 'm')
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`
  if (ms < 8 * DAY) return pair(ms, DAY, 'd', HOUR, 'h')
  if (ms < 2 * YEAR) return `${Math.floor(ms / DAY)}d`
  if (ms < 8 * YEAR) return pair(ms, YEAR, 'y', DAY, 'd')
  return `${Math.floor(ms / YEAR)}y`
}

/** Age at `now` of an object created at `created` (RFC 3339); `<unknown>` without a time. */
export function age(created: string, now: Date): string {
  const time = Date.parse(created)
  return Number.isNaN(time) ? '<unknown>' : humanDuration(now.getTime() - time)
}

function pair(ms: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const whole = Math.floor(ms / large)
  const rest = Math.floor((ms % large) / small)
  return rest === 0 ? `${whole}${largeUnit}` : `${whole}${largeUnit}${rest}${smallUnit}`
}
