import { invalidValue } from '#embedded-garden/http/causes.ts'
import type { Cause, CauseReason } from '#embedded-garden/http/status.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'
import { hasRules, ruleCauses } from './cel-rules.ts'
import { valueCauses } from './validate-value.ts'

/** With one of these the rules are not evaluated: they could trip over the wrong values. */
const BLOCKING: readonly (CauseReason | undefined)[] = [
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
  'FieldValueNotSupported',
]

/** What is wrong with a custom resource by the schema of its definition. */
export function customCauses(
  object: KubeObject,
  previous: KubeObject | null,
  schema: Structural,
  kind: string,
): Cause[] {
  const causes: Cause[] = object.kind === kind ? [] : [invalidValue('kind', object.kind, `must be ${kind}`)]
  causes.push(...valueCauses(content(object), schema, ''))
  if (!hasRules(schema)) return causes
  if (causes.some(({ reason }) => BLOCKING.includes(reason)))
    return [
      ...causes,
      invalidValue('<nil>', null, 'some validation rules were not checked because the object was invalid'),
    ]
  return [...causes, ...ruleCauses(content(object), previous ? content(previous) : undefined, schema, '')]
}

function content(object: KubeObject): JsonObject {
  const { metadata: _metadata, ...rest } = object
  return rest
}
