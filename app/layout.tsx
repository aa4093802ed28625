import './styles/tokens.css'
import './styles/base.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { parseTheme, THEME_COOKIE, themeAttribute } from '#components/ui/appearance.ts'
import { cx } from '#components/ui/cx.ts'
import { fontClasses } from './fonts/fonts.ts'

export const metadata: Metadata = {
  title: { default: 'HAP Console', template: '%s · HAP Console' },
  description: 'Hyperscaler accounts of SAP BTP, Kyma runtime: pools, bindings, and what a request would get',
  robots: { index: false, follow: false },
  icons: { icon: '/mark.svg' },
  other: { google: 'notranslate' },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

/**
 * Root layout with fonts, styles and the theme, which is in a cookie so that the first paint has
 * it. No page is translated: a translator replaces the text nodes that React updates, so states would
 * stay as they were at the translation.
 */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  return (
    <html lang="en" translate="no" data-theme={themeAttribute(theme)} className={cx(...fontClasses)}>
      <body>{children}</body>
    </html>
  )
}
