/** The parts of a schema that the test uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Described {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Media
  readonly responses: Readonly<Record<string, Media>>
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One operation with its address and method. */
export interface Target {
  readonly address: string
  readonly method: string
  readonly operation: Described
}

/** Every operation except the stream, which does not end by itself. */
export function targetsOf({ paths }: Description): readonly Target[] {
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      'text/event-stream' in (operation.responses['200']?.content ?? {})
        ? []
        : [{ address, method: method.toUpperCase(), operation }],
    ),
  )
}
