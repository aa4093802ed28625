/** The result of KEB’s parser for a rule text, or null for a parse error. */
interface KebRule {
  readonly plan: string
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
  readonly output: Readonly<Record<'PR' | 'HR' | 'EU' | 'S', boolean>>
}

/** KEB’s parser, reimplemented step by step and without positions: the reference for our parser. */
export function kebParse(raw: string): KebRule | null {
  const text = raw.replace(/[ \t\n\r\f]/g, '')
  const [left = '', right, ...more] = text.split('->')
  if (more.length > 0) return null
  const opening = left.split('(')
  const closing = left.split(')')
  if (opening.length > 2 || closing.length > 2 || opening.length !== closing.length) return null
  const [plan = '', inside] = opening
  if (plan === '') return null
  const inputs = inside === undefined ? {} : readInputs(inside.replace(/\)$/, ''))
  const output = right === undefined ? {} : readOutputs(right)
  if (inputs === null || output === null) return null
  const flags = { PR: false, HR: false, EU: false, S: false, ...output }
  return { plan, platformRegion: inputs.PR ?? null, hyperscalerRegion: inputs.HR ?? null, output: flags }
}

function readInputs(inside: string): Partial<Record<'PR' | 'HR', string>> | null {
  const found: Partial<Record<'PR' | 'HR', string>> = {}
  for (const item of inside.split(',')) {
    const [key, value, ...more] = item.split('=')
    if ((key !== 'PR' && key !== 'HR') || value === undefined || value === '' || more.length > 0 || found[key])
      return null
    found[key] = value
  }
  return found
}

function readOutputs(right: string): Partial<Record<'PR' | 'HR' | 'EU' | 'S', boolean>> | null {
  const found: Partial<Record<'PR' | 'HR' | 'EU' | 'S', boolean>> = {}
  for (const item of right.split(',')) {
    if ((item !== 'PR' && item !== 'HR' && item !== 'EU' && item !== 'S') || found[item]) return null
    found[item] = true
  }
  return found
}
