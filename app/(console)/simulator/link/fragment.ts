import { fromBase64url, toBase64url } from './base64url.ts'
import { deflate, inflate } from './deflate.ts'
import { beginningOf, stateOf } from './link-state.ts'

/** Of what stands behind it. A later version keeps reading this one. */
const VERSION = '1'

/** What a link said. */
export interface OpenedLink {
  /** As the query of the address, without `?`. */
  readonly state: string
  /** What could not be read, in a sentence; null when all of it could. */
  readonly problem: string | null
}

/** A state as the fragment of an address, `#1.…`; empty for an empty one. */
export async function fragmentOf(state: string): Promise<string> {
  return state === '' ? '' : `#${VERSION}.${toBase64url(await deflate(state))}`
}

/** The fragment that names a kept link. */
export function keptFragment(id: string): string {
  return `#s.${id}`
}

/** The id in the fragment of a kept link; null for any other. */
export function keptIdOf(fragment: string): string | null {
  const found = /^#s(?:\.([\w-]*))?/.exec(fragment)
  return found && (found[1] ?? '')
}

/** Reads the fragment of a link that carries its state. Never throws: of a damaged one as much as can be read. */
export async function readFragment(fragment: string): Promise<OpenedLink> {
  const [, version = '', packed = ''] = /^#(\d*)\.?(.*)$/s.exec(fragment) ?? []
  if (version !== VERSION) return { state: '', problem: NEWER }
  const { text, whole } = await inflate(fromBase64url(packed))
  if (whole) return { state: stateOf(text), problem: null }
  const state = beginningOf(text)
  return { state, problem: state === '' ? NOTHING_READ : PARTLY_READ }
}

const NEWER =
  'This link was made by another version of the console, and cannot be read by this one. Reload the page, or ask for the link again.'
const NOTHING_READ = 'This link was cut off or damaged, and nothing of it could be read. Ask for it again.'
const PARTLY_READ =
  'This link was cut off or damaged. What could be read of it is filled in, the rest is missing. Ask for it again, or fill in what is missing.'
