import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '#lib/hap/document.ts'
import { backOffMs, spread } from '#lib/util/retry.ts'
import { CleanerError, type CleanerFailure, FAILURE_MESSAGES } from './cleaner-error.ts'

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** As in `could not …`. */
  readonly doing: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Why an answer is worth another try; null = it is not. */
export type Passing = {
  readonly failure: Extract<CleanerFailure, 'throttled' | 'unavailable'>
  readonly because: string
} | null

/** How patient a call is. Milliseconds. */
export interface Patience {
  /** For one try. */
  readonly tryMs: number
  readonly tries: number
  /** Before the second try; doubled each time, and spread. */
  readonly pauseMs: number
  /** A provider that wants to be left alone for longer is left alone. */
  readonly maxPauseMs: number
}

export const SYSTEM_PATIENCE: Patience = { tryMs: 30_000, tries: 5, pauseMs: 500, maxPauseMs: 20_000 }

/** Characters of an answer; a page of a list has a few hundred thousand. */
const MAX_CHARACTERS = 32_000_000

/**
 * One call to a provider, again after pauses as long as the answer is `passing`; every call of a cleaner may be sent twice. `sign`
 * makes the headers of each try, since signatures hold for minutes. Out: the first answer that is not passing. Throws CleanerError or
 * the signal's reason.
 */
export async function exchange(
  sign: () => Promise<Call>,
  passing: (answer: Answer) => Passing,
  patience: Patience,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const call = await sign()
    const answer = await once(call, patience, signal)
    const why = answer === null ? SILENT : passing(answer)
    if (answer !== null && why === null) return answer
    const { failure, because } = why ?? SILENT
    const retryAfterMs = answer === null ? null : retryAfterOf(answer)
    const bounds = { firstMs: patience.pauseMs, maxMs: Number.POSITIVE_INFINITY }
    const ownPause = spread(backOffMs(attempt - 1, bounds), Math.random())
    const pauseMs = Math.max(retryAfterMs ?? 0, ownPause)
    if (attempt >= patience.tries || pauseMs > patience.mostPauseMs) {
      throw new CleanerError(failure, call.doing, because, { retryAfterMs })
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

const SILENT = { failure: 'unavailable', because: 'the provider did not answer' } as const

/** Null: the provider could not be reached, or did not answer in time. */
async function once(
  { method, url, headers, body }: Call,
  { tryMs }: Patience,
  signal: AbortSignal,
): Promise<Answer | null> {
  signal.throwIfAborted()
  const within = AbortSignal.any([signal, AbortSignal.timeout(tryMs)])
  try {
    // Credentials go to whom they are meant for, and to nobody an answer names.
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal: within })
    const text = await textOf(response)
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CleanerError) throw error
    return null
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_CHARACTERS) throw new CleanerError('unexpected', 'read an answer', 'it does not end')
  }
  return text + decoder.decode()
}

/** Whoever is asked for longer pauses is asked again all the same: a date may be any. */
const MAX_PAUSE_MS = 86_400_000

/** Retry-After as seconds or as a date (RFC 9110). */
function retryAfterOf({ headers }: Answer): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(MAX_PAUSE_MS, Math.max(0, ms))
}

type JsonObject = Readonly<Record<string, unknown>>

/** The JSON object of an answer. Throws CleanerError where it is none. */
export function jsonOf({ text }: Pick<Answer, 'text'>, doing: string): JsonObject {
  const parsed = parsedOf(text)
  if (isRecord(parsed)) return parsed
  throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
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

interface Page<Item> {
  readonly items: readonly Item[]
  /** What the next page is asked for with; `''` = there is none. */
  readonly next: string
}

/** Pages a list has at most. */
const MAX_PAGES = 2_000

/** All of a list that comes in pages; `page('')` asks for the first. Throws CleanerError for a list that does not end, or goes in circles. */
export async function allPages<Item>(
  doing: string,
  page: (token: string) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const found: Item[] = []
  const tokens = new Set([''])
  for (let token = ''; tokens.size <= MAX_PAGES; ) {
    const { items, next } = await page(token)
    found.push(...items)
    if (next === '') return found
    if (tokens.has(next)) break
    tokens.add(next)
    token = next
  }
  throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
}
