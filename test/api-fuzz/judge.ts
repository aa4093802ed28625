import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Description, Schema, Target } from './description.ts'

/** A received response. */
interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Returns what is wrong with a response; null if it matches the description. */
type Judge = (target: Target, answer: Answer) => string | null

/** Creates a judge from a description. */
export function judgeBy(description: Description): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', components: description.components })
  const validators = new Map<Schema, ValidateFunction>()
  const validate = (schema: Schema, value: unknown): string | null => {
    const known = validators.get(schema) ?? ajv.compile(inApi(schema))
    validators.set(schema, known)
    return known(value) ? null : ajv.errorsText(known.errors)
  }
  const problem = description.components.schemas.Problem ?? {}
  return ({ operation }, { status, type, text }) => {
    // No outage: database and Gardener respond.
    if (status >= 500) return `status ${status}`
    const described = operation.responses[String(status)]
    if (described === undefined || status >= 400) {
      if (described?.content === undefined) {
        if (type !== 'application/problem+json') return `status ${status} with ${type || 'no content-type'}`
        const value = json(text)
        if (value === undefined) return `status ${status} with a body that is no JSON`
        return validate(problem, value) ?? (statusOf(value) === status ? null : 'another status in the body')
      }
      if (type === 'application/problem+json') return null
    }
    const content = described?.content
    if (content === undefined) return text === '' ? null : `a body with status ${status}`
    const media = type.split(';')[0]?.trim() ?? ''
    const schema = content[media]?.schema
    if (schema === undefined) return `status ${status} with ${media || 'no content-type'}`
    if (media !== 'application/json' || Object.keys(content).length > 1) return null
    const value = json(text)
    return value === undefined ? 'a body that is no JSON' : validate(schema, value)
  }
}

/** A schema with its references resolved in the description. */
function inApi(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as Schema
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function statusOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'status' in value ? value.status : null
}
