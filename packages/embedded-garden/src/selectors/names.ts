/** Rules for names, labels and annotation keys (Kubernetes). */
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/
const NAME_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

export function labelValueProblems(value: string): string[] {
  const problems: string[] = []
  if (Buffer.byteLength(value) > 63) problems.push('must be no more than 63 bytes')
  if (!LABEL_VALUE.test(value))
    problems.push("a label value holds letters, digits, '-', '_' and '.', and begins and ends with a letter or digit")
  return problems
}

/** Problems of a key such as `example.com/name`. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split('/')
  if (parts.length > 2) return ["a key is a name with an optional DNS prefix and '/', such as example.com/name"]
  const problems: string[] = []
  const name = parts[parts.length - 1] ?? ''
  if (parts.length === 2) problems.push(...prefixProblems(parts[0] ?? ''))
  if (name === '') problems.push('name part must be non-empty')
  else if (Buffer.byteLength(name) > 63) problems.push('name part must be no more than 63 bytes')
  if (!NAME_PART.test(name))
    problems.push("name part holds letters, digits, '-', '_' and '.', and begins and ends with a letter or digit")
  return problems
}

function prefixProblems(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  return dnsSubdomainProblems(prefix).map(problem => `prefix part ${problem}`)
}

export function dnsSubdomainProblems(name: string): string[] {
  const problems: string[] = []
  if (Buffer.byteLength(name) > 253) problems.push('must be no more than 253 bytes')
  if (!DNS_SUBDOMAIN.test(name))
    problems.push("a name holds lower case letters, digits, '-' and '.', and begins and ends with a letter or digit")
  return problems
}

export function dnsLabelProblems(name: string): string[] {
  const problems: string[] = []
  if (Buffer.byteLength(name) > 63) problems.push('must be no more than 63 bytes')
  if (!DNS_LABEL.test(name))
    problems.push("a name holds lower case letters, digits and '-', and begins and ends with a letter or digit")
  return problems
}

/** Problems of a name that only has to be a valid path segment, such as that of a role. */
export function pathSegmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%'].filter(mark => name.includes(mark)).map(mark => `may not contain '${mark}'`)
}
