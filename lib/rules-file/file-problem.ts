/** Why a file could not be used; the place counts from 1, and is null when it is the file as a whole. */
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

/** Places in a text by offset; made once per text. */
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

  /** A line without its end, counted from 1. */
  line(number: number): string {
    const start = this.#starts[number - 1]
    if (start === undefined) return ''
    return this.text.slice(start, this.#starts[number] ?? this.text.length).replace(/\r?\n?$/, '')
  }
}

/** A problem of a file as sentences, with its line. */
export function fileProblemWords({ message, hint, place }: FileProblem): string {
  return `${place === null ? '' : `Line ${place.line}: `}${message} ${hint}`
}
