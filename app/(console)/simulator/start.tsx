import Link from 'next/link'
import { shortenId } from '#components/hap/tenant-id.tsx'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import { formatRequest } from '#lib/hap/request.ts'
import { paths } from '#lib/paths.ts'
import type { ExampleKind, ExampleRequest } from '#lib/queries/simulator/example-requests.ts'
import styles from './start.module.css'

const TITLES: Record<ExampleKind, string> = {
  reuse: 'A global account that has accounts already',
  claim: 'A global account that is new in a pool',
  wait: 'A rule whose pool is exhausted',
  differs: 'A request that KEB answers differently',
}

interface StartProps {
  readonly examples: readonly ExampleRequest[]
  /** Whether other fields than the plan are filled in. */
  readonly isPartial: boolean
}

/** Explains the page and offers example requests of this landscape, until a plan is chosen. */
export function Start({ examples, isPartial }: StartProps) {
  return (
    <div className={styles.start}>
      <h2 className={styles.title}>{isPartial ? 'A request needs a plan' : 'Ask what a request would get'}</h2>
      <p className={styles.lead}>
        {isPartial
          ? 'The plan decides which rules are tried. Choose one on the left; your input is kept.'
          : 'Fill in a request as a cluster’s creator would send it. The answer updates as you type: which rule wins, which accounts are considered, and which one is taken.'}
      </p>
      {examples.length > 0 && (
        <>
          <h3 className={styles.heading} id="examples">
            Start with a request from this landscape
          </h3>
          <ul className={styles.examples} aria-labelledby="examples">
            {examples.map(({ kind, request, link }) => (
              <li key={kind}>
                <Link href={paths.simulator(link)} prefetch={false} className={styles.example}>
                  <span className={styles.text}>
                    <span className={text.strong}>{TITLES[kind]}</span>
                    <span className={styles.request}>
                      {formatRequest({ ...request, globalAccount: shortenId(request.globalAccount) })}
                    </span>
                  </span>
                  <Icon name="chevron-right" />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
