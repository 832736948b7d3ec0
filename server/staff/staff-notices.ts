import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../../desk/api.ts'
import { FORGOTTEN_LINK_MINUTES } from '../../desk/limits.ts'
import type { CurrentSettings } from '../config/settings.ts'
import { linkOrigin } from '../http/site-origin.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Log } from '../monitoring/log.ts'
import { browserName } from './browser-name.ts'
import type { People } from './people.ts'
import { emailStaff } from './staff-email.ts'

interface NoticeServices {
  readonly mailer: Mailer
  readonly log: Log
  readonly staff: { readonly people: People }
  readonly settings: CurrentSettings
  readonly siteUrl: string | null
}

/**
 * Emails to members of staff, mostly about their own account. Responses do not wait for them, because a mail server may
 * be slow and the response time must not reveal who has an account.
 */
export function createStaffNotices(services: NoticeServices) {
  const { staff, settings, siteUrl } = services
  const { people } = staff
  const timeZone = () => settings().businessHours.timeZone
  const running = new Set<Promise<unknown>>()

  function inBackground(work: () => Promise<unknown>) {
    // Send the response first.
    const done = setImmediate()
      .then(work)
      .finally(() => running.delete(done))
    running.add(done)
  }

  function send({ name, email }: Person, subject: string, paragraphs: readonly string[]) {
    const text = [`Hello ${name},`, ...paragraphs].join('\n\n')
    inBackground(() => emailStaff(email, { subject, text }, services))
  }

  /** Such as `on November 19, 2026 at 9:41 AM, with Firefox on Android`. */
  const circumstances = ({ headers }: FastifyRequest) => {
    const time = new Date().toLocaleString('en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: timeZone(),
    })
    return `on ${time}, with ${browserName(headers['user-agent'])}`
  }

  return {
    /** Runs a task that no response waits for. The task must not reject. */
    inBackground,
    /** Waits until everything has been sent. */
    async finish() {
      while (running.size > 0) await Promise.all(running)
    },
    newBrowser(person: Person, request: FastifyRequest) {
      const origin = linkOrigin(request, siteUrl)
      const where = origin === null ? ' on the “Your account” page.' : `: ${origin}/desk/account`
      send(person, `New sign-in to the ${settings().brandName} desk`, [
        `Your account was used to sign in ${circumstances(request)}. It had not been used from this browser before.`,
        'If this was you, you don’t need to do anything.',
        `If not, tell an owner of the desk, and change your password${where}`,
      ])
    },
    /** Tells the owners, because an erased project disappears from the desk. The email does not name the homeowner. */
    projectErased({ createdAt, status }: { readonly createdAt: Date; readonly status: string }) {
      const day = createdAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: timeZone() })
      inBackground(async () => {
        const members = await people.list().catch(() => [])
        for (const member of members.filter(({ role, password }) => role === 'owner' && password !== ''))
          send(member, `A homeowner erased a project – ${settings().brandName}`, [
            `A homeowner erased their own project of ${day}. Its status was “${status}”.`,
            'Everything that was stored about it has been deleted. The audit list says when.',
          ])
      })
    },
    passwordChanged(person: Person, request: FastifyRequest) {
      send(person, `Your password for the ${settings().brandName} desk was changed`, [
        `Your password was changed ${circumstances(request)}. You were signed out everywhere else.`,
        'If this wasn’t you, ask an owner of the desk to reset your access at once.',
      ])
    },
    passkeyChanged(person: Person, what: 'added' | 'removed', name: string) {
      const remedy = what === 'added' ? ': remove it on the “Your account” page and choose' : ', choose'
      send(person, `A passkey was ${what} – ${settings().brandName}`, [
        `The passkey “${name}” was ${what} at the ${settings().brandName} desk.`,
        `If this wasn’t you${remedy} a new password right away, and tell an owner of the desk.`,
      ])
    },
    passwordLink(person: Person, link: string) {
      send(person, `Choose a new password for the ${settings().brandName} desk`, [
        `To choose a new password, open this link within ${FORGOTTEN_LINK_MINUTES} minutes. It works once.`,
        link,
        'If you did not ask for this, ignore this email. Your password stays the same.',
      ])
    },
  }
}

export type StaffNotices = ReturnType<typeof createStaffNotices>
