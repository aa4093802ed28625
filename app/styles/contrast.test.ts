import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const BASE = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected']
const SOFT = ['accent-soft', 'claimed-soft', 'danger-soft', 'warn-soft', 'ok-soft']
const STATES = [
  'free',
  'claimed',
  'shared',
  'internal',
  'dirty',
  'cleaning',
  'verifying',
  'quarantined',
  'held',
  'terminating',
  'malformed',
]

/** Tokens and the backgrounds they may be used on. WCAG 2.2: text 4.5:1, edges and bars 3:1. */
const PAIRS: readonly (readonly [token: string, backgrounds: readonly string[], limit: number])[] = [
  ...['text', 'text-2', 'text-3', 'accent'].map(token => [token, [...BASE, ...SOFT], 4.5] as const),
  ...['danger', 'warn', 'ok'].map(token => [token, [...BASE, `${token}-soft`], 4.5] as const),
  ...STATES.map(state => [`${state}-fg`, [...BASE, `${state}-soft`], 4.5] as const),
  ['text', STATES.map(state => `${state}-soft`), 4.5],
  ['on-accent', ['accent-fill', 'accent-fill-hover', 'danger-fill', 'danger-fill-hover'], 4.5],
  ['on-invert', ['invert'], 4.5],
  ['on-invert-2', ['invert'], 4.5],
  ['line-control', ['canvas', 'surface', 'sunken', 'raised'], 3],
  ['focus', [...BASE, 'accent-soft'], 3],
  ...STATES.map(state => [`${state}-fill`, ['canvas', 'surface', 'hover'], 3] as const),
]

type Rgb = readonly [red: number, green: number, blue: number]

const tokens = readTokens(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))

describe.each(['light', 'dark'] as const)('in the %s theme', theme => {
  test.each(PAIRS)('%s is readable on %j at %d:1', (token, backgrounds, limit) => {
    const ratios = backgrounds.map(background => [background, contrast(colour(token), colour(background))] as const)
    expect(ratios.filter(([, ratio]) => ratio < limit)).toEqual([])
  })

  test('every colour is in the sRGB gamut', () => {
    const outside = [...tokens].filter(([, themes]) =>
      themes[theme].some(channel => channel < -0.002 || channel > 1.002),
    )
    expect(outside.map(([name]) => name)).toEqual([])
  })

  function colour(token: string): Rgb {
    const found = tokens.get(token)
    if (!found) throw new Error(`tokens.css has no colour ${token}`)
    return found[theme]
  }
})

/** Opaque colours of the style sheet by name, in linear sRGB. */
function readTokens(css: string): ReadonlyMap<string, { readonly light: Rgb; readonly dark: Rgb }> {
  const declaration =
    /--([a-z0-9-]+): light-dark\(oklch\(([\d.]+) ([\d.]+) ([\d.]+)\), oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)/g
  return new Map(
    Array.from(css.matchAll(declaration), ([, name = '', ...numbers]) => {
      const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = numbers.map(Number)
      return [name, { light: oklchToRgb(l1, c1, h1), dark: oklchToRgb(l2, c2, h2) }]
    }),
  )
}

/** Oklch to linear sRGB, by the matrices of the Oklab definition. */
function oklchToRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Ratio of two colours (WCAG 2.2). */
function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
