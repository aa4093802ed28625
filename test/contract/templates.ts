import { isObject, type Json } from '#embedded-garden/json.ts'

/** The responses that a template can refer to. */
export interface Answers {
  readonly seedCreated: readonly Json[]
  readonly exchanges: readonly { readonly response?: Json }[]
}

const TEMPLATE = /\$\{([^}]+)\}/g

/** Replaces placeholders such as `${exchanges[2].response.body.metadata.uid}` in every string of `value`. Throws for a missing value. */
export function fillTemplates<T extends Json>(value: T, answers: Answers): T {
  return fill(value, answers as unknown as Json) as T
}

function fill(value: Json, answers: Json): Json {
  if (typeof value === 'string') return value.replace(TEMPLATE, (_, path: string) => String(lookUp(answers, path)))
  if (Array.isArray(value)) return value.map(item => fill(item, answers))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, item === undefined ? null : fill(item, answers)]),
  )
}

function lookUp(answers: Json, path: string): Json {
  let value: Json | undefined = answers
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined
    else value = isObject(value) ? value[name ?? ''] : undefined
  }
  if (value === undefined || value === null) throw new Error(`no value for \${${path}}`)
  return value
}
