import { ApiError, type Cause } from './status.ts'

/** The names of a resource in a Status. */
export interface ResourceName {
  readonly group: string
  readonly plural: string
  readonly kind: string
}

function qualified(resource: ResourceName): string {
  return resource.group ? `${resource.plural}.${resource.group}` : resource.plural
}

export function badRequest(message: string): ApiError {
  return new ApiError({ code: 400, reason: 'BadRequest', message })
}

export function unauthorized(): ApiError {
  return new ApiError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
}

export function forbidden(resource: ResourceName, name: string, why: string, causes?: readonly Cause[]): ApiError {
  const which = name ? `${qualified(resource)} "${name}"` : qualified(resource)
  return new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: `${which} is forbidden: ${why}`,
    details: { name, group: resource.group, kind: resource.plural, ...(causes && { causes }) },
  })
}

export function forbiddenPath(why: string): ApiError {
  return new ApiError({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} })
}

export function notFound(resource: Omit<ResourceName, 'kind'>, name: string): ApiError {
  const which = resource.group ? `${resource.plural}.${resource.group}` : resource.plural
  return new ApiError({
    code: 404,
    reason: 'NotFound',
    message: `${which} "${name}" not found`,
    details: { name, group: resource.group, kind: resource.plural },
  })
}

export function unknownResource(): ApiError {
  return new ApiError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  })
}

export function methodNotAllowed(): ApiError {
  return new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })
}

/** 405 with the text of the handler of custom resources. */
export function customMethodNotAllowed({ group, plural }: Pick<ResourceName, 'group' | 'plural'>): ApiError {
  return new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `the method is not supported on resources of kind "${plural}.${group}"`,
    details: { group, kind: plural },
  })
}

export function notAcceptable(message: string, withDetails: boolean): ApiError {
  return new ApiError({ code: 406, reason: 'NotAcceptable', message, ...(withDetails && { details: {} }) })
}

export function alreadyExists(resource: ResourceName, name: string, terminating = false): ApiError {
  return new ApiError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${terminating ? 'object is being deleted: ' : ''}${qualified(resource)} "${name}" already exists`,
    details: { name, group: resource.group, kind: resource.plural },
  })
}

export function conflict(resource: ResourceName, name: string, why: string): ApiError {
  return new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
    details: { name, group: resource.group, kind: resource.plural },
  })
}

export function staleVersion(resource: ResourceName, name: string): ApiError {
  return conflict(resource, name, 'the object has been modified; read it again and apply the change to that state')
}

export function unsupportedMediaType(message: string): ApiError {
  return new ApiError({ code: 415, reason: 'UnsupportedMediaType', message })
}

/** 415 for a patch, which the router sends with (empty) details. */
export function unsupportedPatch(message: string): ApiError {
  return new ApiError({ code: 415, reason: 'UnsupportedMediaType', message, details: {} })
}

/** 422 for an object; `kind` is a kind, or a resource name where the real server uses it. */
export function invalid(kind: { group: string; kind: string }, name: string, causes: readonly Cause[]): ApiError {
  const list = causes.map(cause => (cause.field ? `${cause.field}: ${cause.message}` : cause.message))
  const why = list.length === 1 ? list[0] : `[${list.join(', ')}]`
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `${kind.group ? `${kind.kind}.${kind.group}` : kind.kind} "${name}" is invalid: ${why}`,
    details: { name, group: kind.group, kind: kind.kind, causes },
  })
}

/** 422 without any detail, as for a JSON patch that cannot be applied. */
export function unprocessable(): ApiError {
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })
}

/** 500 without a reason, as real servers send it where a 4xx would be correct. */
export function plainError(message: string): ApiError {
  return new ApiError({ code: 500, message })
}

export function internalError(message: string): ApiError {
  return new ApiError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  })
}

export function expired(message: string, continueToken?: string): ApiError {
  return new ApiError({
    code: 410,
    reason: 'Expired',
    message,
    ...(continueToken !== undefined && { continue: continueToken }),
  })
}

/** Error for a resourceVersion that the store does not reach within the wait time of a real server. */
export function futureVersion(asked: number, current: number): ApiError {
  return new ApiError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })
}
