import { randomInt } from 'node:crypto'
import { type Cause, forbiddenField, immutable, invalidValue, required } from '#embedded-garden/http/status.ts'
import { arrayAt, equal, type JsonObject, objectsAt, stringAt, stringsAt, textsAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import type { Resource } from '#embedded-garden/resource.ts'
import { dnsSubdomainProblems, labelValueProblems, qualifiedNameProblems } from '#embedded-garden/selectors/names.ts'

/** Finalizers that need no domain in kube-apiserver's own kinds. */
const STANDARD_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])
const ANNOTATIONS_LIMIT = 256 * 1024

/** Validates the metadata of a new object. */
export function metadataCauses(
  object: KubeObject,
  nameProblems: (name: string) => string[] = dnsSubdomainProblems,
): Cause[] {
  const metadata = metadataOf(object)
  const name = stringAt(metadata, 'name')
  const named = name === '' ? [required('metadata.name', 'name or generateName is required')] : []
  const wrong = name === '' ? [] : nameProblems(name).map(problem => invalidValue('metadata.name', name, problem))
  return [...named, ...wrong, ...contentCauses(metadata)]
}

/** Validates the metadata of a changed object against the previous state. */
export function metadataUpdateCauses(next: KubeObject, previous: KubeObject): Cause[] {
  const [now, then] = [metadataOf(next), metadataOf(previous)]
  const causes = contentCauses(now)
  for (const field of [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ])
    if (!equal(now[field], then[field])) causes.push(immutable(`metadata.${field}`, now[field]))
  const added = stringsAt(now, 'finalizers').filter(finalizer => !stringsAt(then, 'finalizers').includes(finalizer))
  if (stringAt(then, 'deletionTimestamp') && added.length > 0)
    causes.push(
      forbiddenField(
        'metadata.finalizers',
        `no new finalizers can be added to an object that is being deleted: ${added.join(', ')}`,
      ),
    )
  return causes
}

function contentCauses(metadata: JsonObject): Cause[] {
  return [
    ...labelCauses(metadata),
    ...annotationCauses(metadata),
    ...ownerCauses(metadata),
    ...stringsAt(metadata, 'finalizers').flatMap(finalizer =>
      qualifiedNameProblems(finalizer).map(problem => invalidValue('metadata.finalizers', finalizer, problem)),
    ),
  ]
}

function labelCauses(metadata: JsonObject): Cause[] {
  return Object.entries(textsAt(metadata, 'labels')).flatMap(([key, value]) => [
    ...qualifiedNameProblems(key).map(problem => invalidValue('metadata.labels', key, problem)),
    ...labelValueProblems(value).map(problem => invalidValue('metadata.labels', value, problem)),
  ])
}

function annotationCauses(metadata: JsonObject): Cause[] {
  const annotations = Object.entries(textsAt(metadata, 'annotations'))
  const size = annotations.reduce((total, [key, value]) => total + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  const tooLong: Cause[] =
    size > ANNOTATIONS_LIMIT
      ? [
          {
            reason: 'FieldValueTooLong',
            message: `Too long: may not be more than ${ANNOTATIONS_LIMIT} bytes`,
            field: 'metadata.annotations',
          },
        ]
      : []
  const keys = annotations.flatMap(([key]) =>
    qualifiedNameProblems(key.toLowerCase()).map(problem => invalidValue('metadata.annotations', key, problem)),
  )
  return [...keys, ...tooLong]
}

function ownerCauses(metadata: JsonObject): Cause[] {
  const field = 'metadata.ownerReferences'
  const owners = objectsAt(metadata, 'ownerReferences')
  const causes = owners.flatMap(owner =>
    ['apiVersion', 'kind', 'name', 'uid']
      .filter(part => stringAt(owner, part) === '')
      .map(part => invalidValue(`${field}.${part}`, '', 'must not be empty')),
  )
  if (owners.filter(owner => owner.controller === true).length > 1)
    causes.push(
      invalidValue(field, arrayAt(metadata, 'ownerReferences'), 'only one reference can have controller set to true'),
    )
  return causes
}

/** kube-apiserver's own kinds require finalizers with a domain; Gardener's and custom ones do not. */
export function finalizerCauses(object: KubeObject, resource: Pick<Resource, 'aggregated' | 'custom'>): Cause[] {
  if (resource.aggregated || resource.custom) return []
  return stringsAt(metadataOf(object), 'finalizers').flatMap((finalizer, i) =>
    finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)
      ? []
      : [invalidValue(`metadata.finalizers[${i}]`, finalizer, 'is neither a standard finalizer nor has it a domain')],
  )
}

/** Letters and digits that cannot form words or be confused with each other. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
const LONGEST_BASE = 58

/** A name composed of `base` (generateName) and five random characters. */
export function randomName(base: string): string {
  let suffix = ''
  while (suffix.length < SUFFIX_LENGTH) suffix += ALPHABET.charAt(randomInt(ALPHABET.length))
  return base.slice(0, LONGEST_BASE) + suffix
}
