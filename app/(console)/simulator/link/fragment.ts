import { queryText, SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { DraftTexts } from '../compare/comparison-choice.ts'

/**
 * Version of links that contain their state in the fragment, `#1.…`. Earlier releases created them,
 * so they must still open.
 */
const VERSION = '1'

/** The content of a link. */
export interface OpenedLink {
  /** Search parameters without `?`. */
  readonly state: string
  /** Says what is unreadable; null for a complete link. */
  readonly problem: string | null
}

/** A link with its draft; null without one. */
export type LinkWithDraft = OpenedLink & { readonly draft: string | null }

/** Returns the fragment of a stored link. */
export function storedFragment(id: string): string {
  return `#s.${id}`
}

/** Returns the id of a stored link; null for any other fragment. */
export function parseStoredId(fragment: string): string | null {
  const found = /^#s(?:\.([\w-]*))?/.exec(fragment)
  return found && (found[1] ?? '')
}

/**
 * Decodes the fragment of a link that contains its state. Never throws: a damaged link gives its
 * readable beginning.
 */
export async function decodeFragment(fragment: string): Promise<OpenedLink> {
  const [, version = '', packed = ''] = /^#(\d*)\.?(.*)$/s.exec(fragment) ?? []
  if (version !== VERSION) return { state: '', problem: NEWER }
  const { text, isComplete } = await inflate(decodeBase64url(packed))
  if (isComplete) return { state: buildLinkState(text), problem: null }
  const state = parseTruncatedState(text)
  return { state, problem: state === '' ? NOTHING_READ : PARTLY_READ }
}

const NEWER =
  'This link was created by another version of the console and cannot be read. Reload the page, or request a new link.'
const NOTHING_READ = 'This link is truncated or damaged and could not be read. Request a new one.'
const PARTLY_READ =
  'This link is truncated or damaged. The readable fields are filled in. Request a new link, or complete the other fields.'

/** Decodes base64url (RFC 4648, section 5) up to the first other character, and ignores an incomplete last group. */
function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const [letters = ''] = text.split(/[^\w-]/)
  const complete = letters.length % 4 === 1 ? letters.slice(0, -1) : letters
  const binary = atob(complete.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0))
}

/** Limit of inflated text, against decompression bombs. */
const MAX_INFLATED_LENGTH = 200_000

/** Inflates a text in zlib format, which contains a checksum. Returns the readable beginning and whether it is complete; never throws. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<{ text: string; isComplete: boolean }> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length < MAX_INFLATED_LENGTH) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), isComplete: true }
      text += decoder.decode(value, { stream: true })
    }
    void reader.cancel().catch(() => {})
  } catch {
    // The data is truncated or corrupt; the text before it is valid.
  }
  return { text, isComplete: false }
}

const { mode, semantics, rules, compared, ...FIELDS } = SIMULATOR_PARAMETERS

/**
 * Short parameters first, so that a truncated link still has most of them. `run` means that the
 * matrix was submitted.
 */
const PARAMETERS: readonly string[] = [mode, 'run', semantics, rules, compared, ...Object.values(FIELDS)]

/**
 * The compared draft; last, because it is long. It appears in stored links only, never in the URL of
 * the page, which proxies log.
 */
const DRAFT = 'draft'

/** Builds the state of a link from the search parameters of the page, trimmed. */
export function buildLinkState(query: string): string {
  const given = new URLSearchParams(query)
  const pairs = PARAMETERS.map(name => [name, given.get(name)?.trim() ?? ''])
  // Leading white space may indent the first line of a document.
  const draft = given.get(DRAFT)?.trimEnd() ?? ''
  return queryText(new URLSearchParams([...pairs, [DRAFT, draft]].filter(([, value]) => value !== '')))
}

/**
 * Parses the beginning of a truncated state. The last parameter may be incomplete, so it is
 * dropped.
 */
export function parseTruncatedState(text: string): string {
  // A state is printable ASCII without blanks; anything else marks the damage.
  const [legible = ''] = text.split(/[^\x21-\x7e]/)
  const parts = legible.split('&').slice(0, -1)
  return buildLinkState(parts.filter(part => /^[a-z]+=([^%=]|%[0-9A-F]{2})+$/.test(part)).join('&'))
}

const SIDES = [SIMULATOR_PARAMETERS.rules, SIMULATOR_PARAMETERS.compared] as const

/** Adds the compared draft to a state. Of two drafts the person's own is sent. */
export function addDraft(state: string, drafts: DraftTexts): string {
  const sent = new URLSearchParams(state)
  sent.delete(DRAFT)
  const chosen = SIDES.map(side => sent.get(side))
  const kind = (['draft', 'sent'] as const).find(one => chosen.includes(one) && drafts[one] !== null)
  if (kind === undefined) return queryText(sent)
  for (const side of SIDES) if (sent.get(side) === kind) sent.set(side, 'draft')
  sent.set(DRAFT, drafts[kind] ?? '')
  return queryText(sent)
}

/** Extracts the draft of an opened state and marks it as sent by a link. */
export function extractDraft(state: string): { readonly state: string; readonly draft: string | null } {
  const opened = new URLSearchParams(state)
  const draft = opened.get(DRAFT)
  if (draft === null) return { state, draft }
  opened.delete(DRAFT)
  for (const side of SIDES) if (opened.get(side) === 'draft') opened.set(side, 'sent')
  return { state: queryText(opened), draft }
}
