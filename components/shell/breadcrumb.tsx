'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cx } from '#components/ui/cx.ts'
import text from '#components/ui/text.module.css'
import styles from './breadcrumb.module.css'
import { useCrumbName } from './crumb-name.tsx'
import { crumbsOf } from './crumbs.ts'

/** Where the page stands below the landscape. */
export function Breadcrumb({ landscape }: { readonly landscape: string }) {
  const pathname = usePathname()
  const crumbs = crumbsOf(pathname, landscape)
  const name = useCrumbName(pathname)
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, href, mono }, index) => (
          <li key={href + label}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page" className={cx(text.cut, mono && text.mono)}>
                {name ?? label}
              </span>
            ) : (
              <Link href={href} prefetch={false} className={styles.link}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
