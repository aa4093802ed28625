import localFont from 'next/font/local'

/** What every page is written in. */
const sans = localFont({ src: './geist.woff2', weight: '400 600', variable: '--font-geist', display: 'swap' })
const mono = localFont({ src: './geist-mono.woff2', weight: '400 600', variable: '--font-geist-mono', display: 'swap' })

/**
 * Other letters of Latin script, as in names of people: a browser gets them when a page shows one. What is the same for both is written
 * twice, since the options of a font are read by the compiler, which takes literals only.
 */
const sansMore = localFont({
  src: './geist-more.woff2',
  weight: '400 600',
  variable: '--font-geist-more',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+A1-A6, U+A8-AA, U+AC-B0, U+B2-B6, U+B8-BA, U+BC-D6, U+D8-17F, U+218-21B, U+2020-2021, U+2030, U+2039-203A, U+20AC, U+2122',
    },
  ],
})
const monoMore = localFont({
  src: './geist-mono-more.woff2',
  weight: '400 600',
  variable: '--font-geist-mono-more',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+A1-A6, U+A8-AA, U+AC-B0, U+B2-B6, U+B8-BA, U+BC-D6, U+D8-17F, U+218-21B, U+2020-2021, U+2030, U+2039-203A, U+20AC, U+2122',
    },
  ],
})

/** Classes that define the fonts of the tokens. */
export const fontClasses = [sans, mono, sansMore, monoMore].map(({ variable }) => variable)
