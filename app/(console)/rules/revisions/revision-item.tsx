import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { RevisionRow } from '#lib/queries/rules/revisions.ts'
import { RevisionFacts } from './revision-facts.tsx'
import styles from './revisions.module.css'

interface RevisionItemProps {
  readonly revision: RevisionRow
  readonly inForce: boolean
}

/** One revision of the list, with the way to all of it. */
export function RevisionItem({ revision, inForce }: RevisionItemProps) {
  const { number, actor, at } = revision
  return (
    <Panel
      title={
        <>
          Revision {number} {inForce && <Tag tone="ok">in force</Tag>}
        </>
      }
      aside={
        <span className={text.cut}>
          {actor}, <RelativeTime at={at} />
        </span>
      }
      padded
    >
      <div className={styles.item}>
        <RevisionFacts revision={revision} />
        <div className={text.row}>
          <ButtonLink size="small" href={paths.rulesRevision(number)}>
            Open revision {number}
          </ButtonLink>
          <a
            className={buttonClass({ look: 'ghost', size: 'small' })}
            href={paths.rulesRevisionYaml(number)}
            aria-label={`Export YAML of revision ${number}`}
            download
          >
            Export YAML
          </a>
        </div>
      </div>
    </Panel>
  )
}
