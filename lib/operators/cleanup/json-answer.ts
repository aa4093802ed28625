import { isRecord } from '#lib/hap/document.ts'
import { CleanerError } from './cleaner-error.ts'
import type { Answer } from './exchange.ts'
import { FAILURE_WORDS } from './failure-words.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The JSON object of an answer. Throws CleanerError where it is none. */
export function jsonOf({ text }: Pick<Answer, 'text'>, doing: string): JsonObject {
  const parsed = parsedOf(text)
  if (isRecord(parsed)) return parsed
  throw new CleanerError('unexpected', doing, FAILURE_WORDS.unexpected)
}

/** The same where it need not be one. */
export function jsonIfAny({ text }: Pick<Answer, 'text'>): JsonObject {
  const parsed = parsedOf(text)
  return isRecord(parsed) ? parsed : {}
}

export function stringAt(node: unknown, name: string): string {
  const value = isRecord(node) && Object.hasOwn(node, name) ? node[name] : ''
  return typeof value === 'string' ? value : ''
}

export function recordAt(node: unknown, name: string): JsonObject {
  const value = isRecord(node) && Object.hasOwn(node, name) ? node[name] : null
  return isRecord(value) ? value : {}
}

export function arrayAt(node: unknown, name: string): readonly unknown[] {
  const value = isRecord(node) && Object.hasOwn(node, name) ? node[name] : null
  return Array.isArray(value) ? value : []
}

/** Labels or tags: whatever of them is text. */
export function textsAt(node: unknown, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(recordAt(node, name)).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : '',
  ])
  return Object.fromEntries(entries)
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
