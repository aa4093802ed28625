import { redirect } from 'next/navigation'
import { paths } from '#lib/paths.ts'
import { requirePageUser } from '../page-user.ts'

/** The first of the lists. */
export default async function OperatorsPage() {
  await requirePageUser()
  redirect(paths.operators())
}
