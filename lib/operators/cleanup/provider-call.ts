import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '#lib/hap/document.ts'
import { backOffMs, spread } from '#lib/util/retry.ts'
import { CleanerError, type CleanerFailure, FAILURE_MESSAGES } from './cleaner-error.ts'

/** A request to a provider. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Continues `could not …`. */
  readonly doing: string
}

/** A response of a provider. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Why an answer deserves a retry; null = it does not. */
export type RetryReason = {
  readonly failure: Extract<CleanerFailure, 'throttled' | 'unavailable'>
  readonly because: string
} | null

/** Time limits and retries of a call. Milliseconds. */
export interface Patience {
  /** Time limit of one attempt. */
  readonly tryMs: number
  readonly tries: number
  /** Pause before the first retry; doubles each time, with jitter. */
  readonly pauseMs: number
  /** Longest pause; the call fails when a provider asks for a longer one. */
  readonly maxPauseMs: number
}

/** Default time limits. */
export const SYSTEM_PATIENCE: Patience = { tryMs: 30_000, tries: 5, pauseMs: 500, maxPauseMs: 20_000 }

/** Maximum size of an answer in characters; a page of a list has a few hundred thousand. */
const MAX_CHARACTERS = 32_000_000

/**
 * Calls a provider and retries while the answer is `passing`; every call of a cleaner may be sent
 * twice. `sign` creates the headers of each attempt, since signatures are valid for minutes.
 * Returns the first other answer. Throws CleanerError or the signal's reason.
 */
export async function callProvider(
  sign: () => Promise<Call>,
  retryReason: (answer: Answer) => RetryReason,
  patience: Patience,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const call = await sign()
    const answer = await once(call, patience, signal)
    const why = answer === null ? SILENT : retryReason(answer)
    if (answer !== null && why === null) return answer
    const { failure, because } = why ?? SILENT
    const retryAfterMs = answer === null ? null : retryAfterOf(answer)
    const bounds = { firstMs: patience.pauseMs, maxMs: Number.POSITIVE_INFINITY }
    const ownPause = spread(backOffMs(attempt - 1, bounds), Math.random())
    const pauseMs = Math.max(retryAfterMs ?? 0, ownPause)
    if (attempt >= patience.tries || pauseMs > patience.maxPauseMs) {
      throw new CleanerError(failure, call.doing, because, { retryAfterMs })
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

const SILENT = { failure: 'unavailable', because: 'the provider did not answer' } as const

/** Returns null for an unreachable provider and for a timeout. */
async function once(
  { method, url, headers, body }: Call,
  { tryMs }: Patience,
  signal: AbortSignal,
): Promise<Answer | null> {
  signal.throwIfAborted()
  const within = AbortSignal.any([signal, AbortSignal.timeout(tryMs)])
  try {
    // Redirects are not followed, so credentials reach no other server.
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

/** Upper bound of Retry-After, since a date may be arbitrary. */
const MAX_PAUSE_MS = 86_400_000

/** Retry-After as seconds or as a date (RFC 9110). */
function retryAfterOf({ headers }: Answer): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(MAX_PAUSE_MS, Math.max(0, ms))
}

type JsonObject = Readonly<Record<string, unknown>>

/** Parses the JSON object of an answer. Throws CleanerError for anything else. */
export function jsonOf({ text }: Pick<Answer, 'text'>, doing: string): JsonObject {
  const parsed = parsedOf(text)
  if (isRecord(parsed)) return parsed
  throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
}

/** Parses the JSON object of an answer; empty for anything else. */
export function jsonIfAny({ text }: Pick<Answer, 'text'>): JsonObject {
  const parsed = parsedOf(text)
  return isRecord(parsed) ? parsed : {}
}

/** Text in a field; `''` for anything else. */
export function stringAt(node: unknown, name: string): string {
  const value = isRecord(node) && Object.hasOwn(node, name) ? node[name] : ''
  return typeof value === 'string' ? value : ''
}

/** Object in a field; `{}` for anything else. */
export function recordAt(node: unknown, name: string): JsonObject {
  const value = isRecord(node) && Object.hasOwn(node, name) ? node[name] : null
  return isRecord(value) ? value : {}
}

/** Array in a field; `[]` for anything else. */
export function arrayAt(node: unknown, name: string): readonly unknown[] {
  const value = isRecord(node) && Object.hasOwn(node, name) ? node[name] : null
  return Array.isArray(value) ? value : []
}

/** Labels or tags; values that are not text become empty. */
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
  /** Token of the next page; `''` = last page. */
  readonly next: string
}

/** Maximum number of pages of a list. */
const MAX_PAGES = 2_000

/**
 * Reads all pages of a list; `page('')` requests the first. Throws CleanerError for an endless or
 * circular list.
 */
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
