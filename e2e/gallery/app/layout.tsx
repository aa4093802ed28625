import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import RootLayout from '#app/layout.tsx'
import { DensityProvider } from '#components/data-table/density-provider.tsx'
import { parseTheme, THEME_COOKIE } from '#components/shell/theme.ts'
import { ClockProvider } from '#components/ui/clock-provider.tsx'
import { Frame } from '../frame.tsx'

export const metadata = { title: 'Gallery' }

export default async function GalleryLayout({ children }: { readonly children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  return (
    <RootLayout>
      <ClockProvider now={Date.now()}>
        <DensityProvider initial="comfortable">
          <Frame theme={theme}>{children}</Frame>
        </DensityProvider>
      </ClockProvider>
    </RootLayout>
  )
}
