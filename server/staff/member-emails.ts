import type { Role } from '../../desk/api.ts'
import { LINK_DAYS } from '../../desk/limits.ts'
import type { StaffEmail } from './staff-email.ts'

// Emails to a member of staff. None of them names a homeowner.

/** The business whose desk the email is about, and the owner who made the change. */
interface Context {
  readonly brandName: string
  readonly owner: string
}

export const invitationEmail = (link: string, { brandName, owner }: Context): StaffEmail => ({
  subject: `Your link to the ${brandName} desk`,
  text: `${owner} has sent you a link to the ${brandName} desk.

Open this link and choose a password:

${link}

The link works once and expires after ${LINK_DAYS} days. Earlier links no longer work.
If you did not expect this email, ignore it.
`,
})

export const resetEmail = (link: string, { brandName, owner }: Context): StaffEmail => ({
  subject: `Your access to the ${brandName} desk was reset`,
  text: `${owner} has reset your access to the ${brandName} desk. Your password and your passkeys no longer work, and you are signed out everywhere.

Open this link and choose a new password:

${link}

The link works once and expires after ${LINK_DAYS} days.
`,
})

export const roleEmail = (role: Role, { brandName, owner }: Context): StaffEmail => ({
  subject: `Your role at the ${brandName} desk has changed`,
  text: `${owner} has made you ${role === 'owner' ? 'an owner' : 'a specialist'} at the ${brandName} desk.
`,
})

export const removalEmail = ({ brandName, owner }: Context): StaffEmail => ({
  subject: `You were removed from the ${brandName} desk`,
  text: `${owner} has removed you from the ${brandName} desk. You are signed out everywhere, and your password no longer works.
`,
})
