'use client'

import './styles/tokens.css'
import './styles/base.css'

/** When even the shell broke. Plain elements: whatever they were built of may be what broke, and every page loads this file. */
export default function GlobalError({ reset }: { readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main style={{ padding: 'var(--gutter)' }}>
          <h1>The console could not be displayed</h1>
          <p>Nothing was changed.</p>
          <button type="button" onClick={reset} style={{ textDecoration: 'underline' }}>
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
