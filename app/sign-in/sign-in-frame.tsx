import type { ReactNode } from 'react'
import { Mark } from '#components/shell/mark.tsx'
import { runtime } from '#lib/runtime.ts'
import styles from './sign-in.module.css'

/** Frame of pages without a session, with the name of the landscape. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  const { landscape } = runtime()
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Mark size={28} />
          <div>
            <h1 className={styles.title}>HAP Console</h1>
            <p className={styles.place}>
              {landscape.name}, {landscape.namespace}
            </p>
          </div>
        </div>
        {children}
      </div>
    </main>
  )
}
