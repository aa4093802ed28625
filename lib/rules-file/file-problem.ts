/** Why a file cannot be used. Null as place: the whole file. */
export interface FileProblem {
  readonly message: string
  readonly hint: string
  readonly place: Place | null
}

export interface Place {
  readonly line: number
  /** In UTF-16 units, as editors count. */
  readonly column: number
}

/** Maps text offsets to lines and columns, both from 1. */
export class Lines {
  readonly #starts: number[] = [0]
  readonly text: string

  constructor(text: string) {
    this.text = text
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  placeOf(offset: number): Place {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 }
  }

  /** Returns a line without its line break; lines count from 1. */
  line(number: number): string {
    const start = this.#starts[number - 1]
    if (start === undefined) return ''
    return this.text.slice(start, this.#starts[number] ?? this.text.length).replace(/\r?\n?$/, '')
  }
}

/** Formats a problem as sentences, with its line. */
export function formatFileProblem({ message, hint, place }: FileProblem): string {
  return `${place === null ? '' : `Line ${place.line}: `}${message} ${hint}`
}
