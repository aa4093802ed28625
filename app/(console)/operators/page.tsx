import { redirect } from 'next/navigation'
import { paths } from '#lib/paths.ts'
import { requirePageUser } from '../page-user.ts'

/** Redirects to the first list. */
export default async function OperatorsPage() {
  await requirePageUser()
  redirect(paths.operators())
}
