/** Optional texts of Gardener's types that are no pointers in Go, by the end of the schema's name. */
const PLAIN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  InternalSecret: ['type'],
  Kubernetes: ['version'],
  ProjectMember: ['apiGroup', 'namespace'],
  ProjectStatus: ['phase'],
}

/** Optional texts of Kubernetes' types that are pointers in Go. */
const POINTERS: Readonly<Record<string, readonly string[]>> = {
  CustomResourceDefinitionVersion: ['deprecationWarning'],
  JSONSchemaProps: ['$ref'],
  LeaseSpec: ['holderIdentity', 'preferredHolder', 'strategy'],
  ServiceReference: ['path'],
  ValidationRule: ['reason'],
  WebhookClientConfig: ['url'],
}

const GARDENER = 'com.github.gardener.'
const COMMON = ['apiVersion', 'kind']

/**
 * Whether an optional text is a pointer in Go, so that an explicit empty text is stored. OpenAPI documents do not tell; Gardener
 * uses pointers for nearly all optional texts, Kubernetes for few.
 */
export function isPointer(schema: string, field: string): boolean {
  const type = schema.slice(schema.lastIndexOf('.') + 1)
  if (!schema.startsWith(GARDENER)) return POINTERS[type]?.includes(field) ?? false
  return !COMMON.includes(field) && !PLAIN_TEXTS[type]?.includes(field)
}
