import { maskSecrets } from '#lib/util/mask-secrets.ts'

/** Maximum length of a shown message. */
const MAX_LENGTH = 500

/** Maximum length of the part that is searched for secrets: patterns take long for long texts. */
const MAX_SEARCHED = 4_000

/** Maximum length of a value that the server quotes; longer ones are echoes of whole objects. */
const MAX_QUOTED = 100

/** Messages that the classification of the refusal already says. A conflict about a quota is not about the object. */
const REDUNDANT =
  /^(?:Unauthorized|Forbidden|Too many requests.*|the server could not find the requested resource|the server rejected our request due to an error in our request)$|^(?!.* resourcequotas ).*the object has been modified\b|not yet ready to handle request$/

/**
 * The message of a Status for people: one line of at most 500 characters, without secrets and
 * without the objects that the server echoes. Null when it says nothing new.
 */
export function serverMessage(message: string | undefined): string | null {
  const line = (message ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  if (line === '' || REDUNDANT.test(line)) return null
  const masked = maskValues(maskSecrets(shortenEchoes(line).slice(0, MAX_SEARCHED)))
  return masked.length <= MAX_LENGTH
    ? masked
    : `${masked
        .slice(0, MAX_LENGTH - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** Replaces long quoted values and long objects: a 422 may repeat the whole object (API server). */
function shortenEchoes(line: string): string {
  const quoted = line.replace(/"(?:[^"\\]|\\.)*"/g, value => (value.length > MAX_QUOTED ? '"…"' : value))
  let short = ''
  let depth = 0
  let start = 0
  for (let at = 0; at < quoted.length; at++) {
    if (quoted[at] === '{' && depth++ === 0) start = at
    if (depth === 0) short += quoted[at]
    if (quoted[at] === '}' && depth > 0 && --depth === 0) {
      const group = quoted.slice(start, at + 1)
      short += group.length > MAX_QUOTED ? '{…}' : group
    }
  }
  return depth === 0 ? short : short + quoted.slice(start)
}

/** Values by the name of their field, and texts that look generated. */
const VALUES: readonly (readonly [shape: RegExp, replacement: string])[] = [
  // `data[secretAccessKey]: Invalid value: "…"` and `spec.token: Invalid value: "…"`.
  [
    /((?:\bdata\[[^\]\s]*\]|(?:secret|password|token|key|credentials?|kubeconfig)\b\]?): [A-Z][a-z]+ value: )(?:"(?:[^"\\]|\\.)*"|[^\s:]+)/gi,
    '$1[secret]',
  ],
  // `"clientSecret":"…"`, `token=…`, `secretAccessKey: …`.
  [
    /((?:secret|password|passwd|token|api_?key|access_?key|private_?key|authorization|kubeconfig)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)+"|'[^']+'|[^\s"',;}]{6,})/gi,
    '$1[secret]',
  ],
  // Access key ids of AWS, client secrets of Azure.
  [/\bA[KS]IA[A-Z0-9]{16}\b/g, '[secret]'],
  [/[\w.~-]{3}\dQ~[\w.~-]{30,}/g, '[secret]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*/g, '[secret]'],
]

function maskValues(line: string): string {
  const masked = VALUES.reduce((text, [shape, replacement]) => text.replace(shape, replacement), line)
  return masked.replace(/[A-Za-z0-9+/]{32,}={0,2}/g, run => (isGenerated(run) ? '[secret]' : run))
}

/** Base64 and generated keys mix capitals, small letters and digits; names of Kubernetes do not. */
function isGenerated(run: string): boolean {
  return /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run)
}
