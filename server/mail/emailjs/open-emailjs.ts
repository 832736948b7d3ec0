import { setTimeout as pause } from 'node:timers/promises'
import { sentAnswers } from '../../../questionnaire/answers.ts'
import type { EmailJsConfig } from '../../config/mail-url.ts'
import { cacheFor } from '../../lib/cache-for.ts'
import { callMailService, reachMailService } from '../call-mail-service.ts'
import { chosenRows, nextSteps } from '../copy-email.ts'
import {
  type HomeownerCopy,
  type Mailer,
  MailRefusal,
  type MailSettings,
  type ProjectMail,
} from '../mailer.ts'

/** The version of the service's own library that makes the same calls. */
const LIB_VERSION = '5.0.2'
/** The service accepts one call per second and account. */
const INTERVAL_MS = 1000
/** An email that would wait longer is left for the outbox's loop. */
const MAX_QUEUE_MS = 10_000
/** Longer than the pause before a permanently refused email is retried. */
const REFUSAL_MS = 2 * 3600_000
/** Anyone can request a check. */
const CHECK_CACHE_MS = 60_000

/** Sends the answers to EmailJS, which fills its own template and decides who gets the email. */
export function openEmailJs(
  config: EmailJsConfig,
  settings: () => MailSettings,
  intervalMs: number = INTERVAL_MS,
): Mailer {
  const { copyTemplateId } = config
  let nextTurnAt = 0
  let acceptedAt = Number.NEGATIVE_INFINITY
  /** The last permanent refusal since the service accepted an email. */
  let refusal: { readonly reason: string; readonly at: number } | null = null
  const checkConnection = cacheFor(CHECK_CACHE_MS, () => reachMailService(new URL(config.origin)))

  async function waitForTurn() {
    const wait = Math.max(0, nextTurnAt - performance.now())
    if (wait > MAX_QUEUE_MS) {
      throw new MailRefusal('Too many emails are waiting for the email service', {
        permanent: false,
        retryAfterMs: wait,
      })
    }
    nextTurnAt = performance.now() + wait + intervalMs
    await pause(wait)
  }

  return {
    destination: `the email service at ${config.origin}, template ${config.templateId}`,
    async sendProject(mail, signal) {
      await waitForTurn()
      try {
        const response = await send(
          config,
          { templateId: config.templateId, params: templateParams(mail) },
          signal,
        )
        refusal = null
        acceptedAt = performance.now()
        return { response, rejections: [] }
      } catch (error) {
        if (error instanceof MailRefusal && error.permanent)
          refusal = { reason: error.redacted ?? error.message, at: performance.now() }
        throw error
      }
    },
    ...(copyTemplateId === undefined
      ? {}
      : {
          async sendCopy(copy: HomeownerCopy, signal?: AbortSignal) {
            await waitForTurn()
            await send(
              config,
              { templateId: copyTemplateId, params: copyParams(copy, settings().brandName) },
              signal,
            )
          },
        }),
    // The only way to test the service is to send an email, so this reports the outcome of the last one.
    async check() {
      if (refusal && performance.now() - refusal.at < REFUSAL_MS) throw new Error(refusal.reason)
      if (performance.now() - acceptedAt > CHECK_CACHE_MS) await checkConnection()
    },
    async close() {},
  }
}

interface Filled {
  readonly templateId: string
  readonly params: Readonly<Record<string, string>>
}

function send(config: EmailJsConfig, filled: Filled, signal?: AbortSignal): Promise<string> {
  const path = config.asForm ? '/api/v1.0/email/send-form' : '/api/v1.0/email/send'
  const request = config.asForm ? formRequest(config, filled) : jsonRequest(config, filled)
  return callMailService(new URL(path, config.origin), { method: 'POST', ...request }, signal)
}

function jsonRequest(config: EmailJsConfig, { templateId, params }: Filled): RequestInit {
  const body = {
    lib_version: LIB_VERSION,
    user_id: config.publicKey,
    ...(config.privateKey === null ? {} : { accessToken: config.privateKey }),
    service_id: config.serviceId,
    template_id: templateId,
    template_params: params,
  }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function formRequest(config: EmailJsConfig, { templateId, params }: Filled): RequestInit {
  const body = new FormData()
  for (const [name, answer] of Object.entries(params)) body.append(name, answer)
  body.append('lib_version', LIB_VERSION)
  body.append('service_id', config.serviceId)
  body.append('template_id', templateId)
  body.append('user_id', config.publicKey)
  if (config.privateKey !== null) body.append('accessToken', config.privateKey)
  return { body }
}

/**
 * The answers, including answers to questions of an older page. The service itself reads parameters such as `to_email`,
 * so extra answers with an underscore, which no field has, are left out.
 */
const templateParams = ({ project, extraAnswers }: ProjectMail): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(extraAnswers).filter(([name]) => !/_|^accessToken$/.test(name))),
  ...sentAnswers(project.answers),
})

/** The parameters of the copy's template, which has `{{to_email}}` as its recipient. */
const copyParams = (copy: HomeownerCopy, brandName: string): Record<string, string> => ({
  to_email: copy.to,
  brand_name: brandName,
  next_steps: nextSteps(copy).join('\n\n'),
  choices: chosenRows(copy, brandName)
    .map(({ question, answer }) => `${question}\n${answer}`)
    .join('\n\n'),
  brief_url: copy.briefUrl,
})
