/** A comment of YAML; no id has its sign. */
const COMMENT = /(^|\s)#.*$/gm

/** A pasted list without its comments: their words would pass for ids. */
export function withoutComments(pasted: string): string {
  return pasted.replace(COMMENT, '')
}
