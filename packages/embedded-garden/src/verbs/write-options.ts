import { forbiddenField, invalidValue, required, unsupported } from '#embedded-garden/http/causes.ts'
import { invalid } from '#embedded-garden/http/errors.ts'
import { isTrue } from '#embedded-garden/http/request-info.ts'
import type { Cause } from '#embedded-garden/http/status.ts'

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** The parameters of writes. */
export interface WriteOptions {
  readonly dryRun: boolean
  /** Owner of the written fields: the parameter, or the caller's program name. */
  readonly manager: string
  readonly validation: FieldValidation
  readonly force: boolean
  /** The owners of the fields are entered already. */
  readonly tracked?: boolean
}

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

const MANAGER_LENGTH = 128
const VALIDATIONS = ['Ignore', 'Strict', 'Warn']

/** Reads and checks the parameters; 422 names every wrong one. `apply`: the body is a server-side apply. */
export function parseWriteOptions(
  query: URLSearchParams,
  kind: OptionsKind,
  userAgent: string,
  apply = false,
): WriteOptions {
  const causes: Cause[] = []
  const dryRun = query.getAll('dryRun')
  for (const value of dryRun) if (value !== 'All') causes.push(unsupported('dryRun', value, ['All']))
  const manager = query.get('fieldManager') ?? ''
  if (manager.length > MANAGER_LENGTH)
    causes.push({ ...invalidValue('fieldManager', manager, 'is too long'), reason: 'FieldValueTooLong' })
  if (/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(manager))
    causes.push(invalidValue('fieldManager', manager, 'holds a character that cannot be printed'))
  if (apply && manager === '') causes.push(required('fieldManager', 'is required for apply patch'))
  if (!apply && query.has('force')) causes.push(forbiddenField('force', 'may not be specified for non-apply patch'))
  const validation = query.get('fieldValidation') || 'Warn'
  if (!VALIDATIONS.includes(validation)) causes.push(unsupported('fieldValidation', validation, ['', ...VALIDATIONS]))
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', causes)
  return {
    dryRun: dryRun.length > 0,
    manager: manager || programName(userAgent),
    validation: validation as FieldValidation,
    force: isTrue(query.get('force')),
  }
}

function programName(userAgent: string): string {
  return userAgent.split('/')[0]?.slice(0, MANAGER_LENGTH) ?? ''
}
