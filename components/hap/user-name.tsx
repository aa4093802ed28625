import text from '#components/ui/text.module.css'

/** A user as records name them. Display names are not unique; issuer and subject are. */
interface NamedUser {
  readonly name: string
  readonly role?: string | null
  /** URL of the identity provider, `demo` or `api-token`; null in records of older releases. */
  readonly issuer: string | null
  readonly subject: string | null
}

interface UserNameProps {
  readonly user: NamedUser
  /** Whether the subject is visible beside the name, for namesakes and decisions; else it is in the tip. */
  readonly showsSubject?: boolean
}

/** The display name of a user; the tip adds role, subject and issuer. */
export function UserName({ user, showsSubject = false }: UserNameProps) {
  const { name, subject } = user
  const isShown = showsSubject && subject !== null && subject !== name
  return (
    <span data-tip={formatUser(user)}>
      {name}
      {isShown && <span className={text.muted}> ({subject})</span>}
    </span>
  )
}

/** Name, role, subject and issuer of a user in one line. */
export function formatUser({ name, role = null, issuer, subject }: NamedUser): string {
  const parts = [name, ...(role === null ? [] : [role])]
  if (subject === null) return parts.join(', ')
  return [...parts, `subject ${subject}${issuer === null ? '' : ` of ${issuer}`}`].join(', ')
}

/** Names that several of the users have. */
export function findNamesakes(users: readonly NamedUser[]): ReadonlySet<string> {
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const { name, issuer, subject } of users) {
    const identity = JSON.stringify([issuer, subject])
    if ((first.get(name) ?? identity) !== identity) shared.add(name)
    first.set(name, identity)
  }
  return shared
}
