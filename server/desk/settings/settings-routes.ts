import { randomUUID } from 'node:crypto'
import { settingChanges } from '../../../desk/requests.ts'
import type { TestEmail } from '../../../desk/settings.ts'
import { sendProblem, sendTooMany } from '../../http/problem.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { asciiAddress } from '../../lib/addresses.ts'
import { withDeadline } from '../../lib/deadline.ts'
import { describeError } from '../../lib/errors.ts'
import type { DeskRouteServices } from '../desk.ts'

const MAX_TESTS_PER_MINUTE = 5
/** Shorter than a request's deadline, so that the page can say that the mail server is slow. */
const MAX_WAIT_MS = 10_000

/** The settings that owners change, and a test email that shows whether emails are sent. */
export function addSettingsRoutes(routes: Routes, services: DeskRouteServices) {
  const { storedSettings, settings, mailer, personOf } = services
  const ownersOnly = { config: { ownersOnly: true } }
  const testLimit = createRateLimit(MAX_TESTS_PER_MINUTE)

  routes.get('/settings', ownersOnly, () => storedSettings.list())

  routes.post('/settings', { ...ownersOnly, schema: { body: settingChanges } }, async (request, reply) => {
    const changed = await storedSettings.change(request.body, personOf(request))
    if (typeof changed === 'object') return sendProblem(reply, 422, changed)
    return reply.code(changed === 'conflict' ? 409 : 200).send(await storedSettings.list())
  })

  routes.post('/settings/test-email', ownersOnly, async (request, reply) => {
    const { email } = personOf(request)
    const to = asciiAddress(email)
    if (!mailer.sendNotice || to === null) return sendProblem(reply, 422)
    if (!testLimit.take(email)) return sendTooMany(reply)
    const { brandName, mailTo } = settings()
    const notice = {
      name: `test-${randomUUID()}`,
      to,
      subject: `A test email from the ${brandName} desk`,
      text: `Emails from the desk reach you. New projects are sent to: ${mailTo.join(', ') || 'no one yet'}.`,
    }
    const tested = await withDeadline(mailer.sendNotice(notice), MAX_WAIT_MS, 'The mail server').then(
      (outcome) => ({ isSuccess: true, outcome }),
      (error: unknown) => ({ isSuccess: false, outcome: describeError(error) }),
    )
    return tested satisfies TestEmail
  })
}
