import { expect, test } from 'vitest'
import { withShootLife } from '../claims/claim-world.ts'
import { atEveryEnd } from './at-every-end.ts'
import { crashCluster } from './cluster-crash.ts'
import { otherWrites } from './mortal-context.ts'

withShootLife()

const WRITES = [
  '1 finalizers of clusters',
  'apply subscriptionrequests',
  'apply clusters/status',
  'apply configmaps',
  'apply shoots',
  'patch shoots',
  'delete shoots',
  'delete subscriptionrequests',
  'delete configmaps',
  '0 finalizers of clusters',
]

atEveryEnd('a Cluster that is created, changed and deleted', WRITES, crashCluster)

test('there is no other kind of write', () => expect(otherWrites(WRITES)).toEqual([]))
