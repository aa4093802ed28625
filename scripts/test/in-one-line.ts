import { stripVTControlCharacters } from 'node:util'

/** The first lines of what went wrong, as one line without colours. */
export function inOneLine(message: string): string {
  return stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 6).join(' ').slice(0, 400)
}
