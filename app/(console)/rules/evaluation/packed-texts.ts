/** Many texts as one: of thousands, reading each out of a message takes longer than all the rest of it. */
export interface PackedTexts {
  readonly all: string
  /** Where each ends. */
  readonly ends: Uint32Array
}

export function packedTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [place, { length }] of texts.entries()) {
    end += length
    ends[place] = end
  }
  return { all: texts.join(''), ends }
}

/** Undefined where there is none. */
export function textAt({ all, ends }: PackedTexts, place: number): string | undefined {
  const end = ends[place]
  return end === undefined ? undefined : all.slice(ends[place - 1] ?? 0, end)
}
