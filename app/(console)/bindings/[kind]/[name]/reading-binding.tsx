import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** Placeholder with the size of a binding's page. */
export function ReadingBinding() {
  return (
    <div aria-busy="true">
      <DetailColumns
        main={
          <>
            <Skeleton width="100%" height={240} />
            <Skeleton width="100%" height={200} />
          </>
        }
        side={<Skeleton width="100%" height={160} />}
      />
    </div>
  )
}
