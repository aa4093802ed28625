/** The JSON conversion of a message field. `counter` is a number that is always on the wire; its JSON omits 0. */
export type FieldType =
  | 'text'
  | 'base64'
  | 'flag'
  | 'number'
  | 'counter'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'rawJson'
  | Message

interface MessageField {
  readonly name: string
  readonly type: FieldType
  readonly repeats: 'once' | 'list' | 'map'
}

/** Fields by their number. */
export type Message = Readonly<Record<number, MessageField>>

export function one(name: string, type: FieldType = 'text'): MessageField {
  return { name, type, repeats: 'once' }
}

export function list(name: string, type: FieldType = 'text'): MessageField {
  return { name, type, repeats: 'list' }
}

export function map(name: string, type: FieldType = 'text'): MessageField {
  return { name, type, repeats: 'map' }
}

const OWNER_REFERENCE: Message = {
  1: one('kind'),
  3: one('name'),
  4: one('uid'),
  5: one('apiVersion'),
  6: one('controller', 'flag'),
  7: one('blockOwnerDeletion', 'flag'),
}

const MANAGED_FIELDS: Message = {
  1: one('manager'),
  2: one('operation'),
  3: one('apiVersion'),
  4: one('time', 'time'),
  6: one('fieldsType'),
  7: one('fieldsV1', 'rawJson'),
  8: one('subresource'),
}

/** Numbers of k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto. */
export const OBJECT_META: Message = {
  1: one('name'),
  2: one('generateName'),
  3: one('namespace'),
  4: one('selfLink'),
  5: one('uid'),
  6: one('resourceVersion'),
  7: one('generation', 'counter'),
  8: one('creationTimestamp', 'time'),
  9: one('deletionTimestamp', 'time'),
  10: one('deletionGracePeriodSeconds', 'number'),
  11: map('labels'),
  12: map('annotations'),
  13: list('ownerReferences', OWNER_REFERENCE),
  14: list('finalizers'),
  17: list('managedFields', MANAGED_FIELDS),
}

export const LABEL_SELECTOR: Message = {
  1: map('matchLabels'),
  2: list('matchExpressions', { 1: one('key'), 2: one('operator'), 3: list('values') }),
}

export const DELETE_OPTIONS: Message = {
  1: one('gracePeriodSeconds', 'number'),
  2: one('preconditions', { 1: one('uid'), 2: one('resourceVersion') }),
  3: one('orphanDependents', 'flag'),
  4: one('propagationPolicy'),
  5: list('dryRun'),
}

/** An object of metadata, specification and status. */
export function kind(spec: Message, status: Message = {}): Message {
  return { 1: one('metadata', OBJECT_META), 2: one('spec', spec), 3: one('status', status) }
}
