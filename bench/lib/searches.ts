import { complete } from '#lib/search/complete.ts'
import type { SearchField } from '#lib/search/field.ts'

export interface Search {
  readonly q: string
  readonly sort: string
}

/** Values for fields without offered ones; they match many rows. */
const SAMPLES = { text: 'a', enum: 'a', number: '>0', boolean: 'true', time: '24h' } as const

/** For each field its first and last suggested value and the exclusion of the first; each sort order in both directions. */
export function searchesOf(fields: readonly SearchField[], columns: Iterable<string>): readonly Search[] {
  const values = fields.map(field => {
    const { options } = complete(`${field.name}:`, [field])
    const offered = options.map(({ insert }) => insert.trim())
    const ends = new Set([offered[0] ?? SAMPLES[field.kind], offered.at(-1) ?? SAMPLES[field.kind]])
    return { name: field.name, inserts: [...ends] }
  })
  const texts = values.flatMap(({ name, inserts }) => [
    ...inserts.map(insert => `${name}:${insert}`),
    `-${name}:${inserts[0]}`,
  ])
  return [
    { q: '', sort: '' },
    ...texts.map(q => ({ q, sort: '' })),
    ...[...columns].flatMap(column => [column, `-${column}`].map(sort => ({ q: '', sort }))),
  ]
}

export function nameOf({ q, sort }: Search): string {
  return [q, sort && `sort=${sort}`].filter(part => part !== '').join(' ') || 'no search'
}
