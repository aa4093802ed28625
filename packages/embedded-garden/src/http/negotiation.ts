import { notAcceptable } from './errors.ts'

type Form = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** The form of the response that the caller requests. */
export interface Representation {
  readonly media: 'json' | 'yaml'
  readonly form: Form
}

const FORMS: readonly Form[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']
const META_VERSIONS = new Set(['v1', 'v1beta1'])
const OFFERED = 'application/json, application/yaml'

interface Clause {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

/** Picks the first supported representation of an Accept header. Throws 406 when there is none. */
export function negotiate(accept: string | undefined): Representation {
  if (!accept?.trim()) return { media: 'json', form: 'object' }
  const clauses = accept
    .split(',')
    .map(readClause)
    .sort((a, b) => b.quality - a.quality)
  for (const clause of clauses) {
    const media = mediaOf(clause.type)
    const form = formOf(clause.parameters)
    if (media && form) return { media, form }
  }
  const known = clauses.some(clause => mediaOf(clause.type))
  if (known) throw notAcceptable(`only the following media types are accepted: ${OFFERED}`, false)
  throw notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${OFFERED}`, true)
}

/** The supported media type that an Accept header prefers, regardless of its other parameters; null when none is. */
export function mediaFor(accept: string | undefined): Representation['media'] | null {
  if (!accept?.trim()) return 'json'
  const clauses = accept
    .split(',')
    .map(readClause)
    .sort((a, b) => b.quality - a.quality)
  return clauses.map(clause => mediaOf(clause.type)).find(media => media !== null) ?? null
}

/** Throws 406 for a response that has only one form. */
export function requireMedia(accept: string | undefined): void {
  if (mediaFor(accept) === null)
    throw notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${OFFERED}`, true)
}

function readClause(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map(part => part.trim())
  const parameters = new Map<string, string>()
  for (const parameter of rest) {
    const [key = '', value = ''] = parameter.split('=')
    parameters.set(key.trim().toLowerCase(), value.trim())
  }
  const quality = Number(parameters.get('q') ?? 1)
  return { type: type.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 1 }
}

function mediaOf(type: string): Representation['media'] | null {
  if (type === 'application/json' || type === '*/*' || type === 'application/*') return 'json'
  return type === 'application/yaml' ? 'yaml' : null
}

function formOf(parameters: ReadonlyMap<string, string>): Form | null {
  const as = parameters.get('as')
  if (!as) return 'object'
  const form = FORMS.find(candidate => candidate === as)
  const meta = parameters.get('g') === 'meta.k8s.io' && META_VERSIONS.has(parameters.get('v') ?? '')
  return form && meta ? form : null
}
