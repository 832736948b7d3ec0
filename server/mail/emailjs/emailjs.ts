import { setTimeout as pause } from 'node:timers/promises'
import type { EmailJsConfig } from '../../config/mail-url.ts'
import { remembered } from '../../lib/cache-for.ts'
import { hasCode } from '../../lib/errors.ts'
import { DOUBT_MS, type Mailer, MailRefusal, type ProjectMail, type Receipt } from '../mailer.ts'

/** The version of the service's own library whose calls these are. */
const LIB_VERSION = '5.0.2'
/** The service takes one call a second from one account. */
const PACE_MS = 1000
/** Rather than have a visitor wait longer for a turn, the e-mail is left to the retry loop. */
const LONGEST_QUEUE_MS = 10_000
const LONGEST_TEXT = 200
const LONGEST_READING_MS = 1000
/** What is refused for good is tried again within an hour and a half. */
const KNOWN_MS = 2 * 3600_000
/** Anybody may ask for a check. */
const CHECKED_MS = 60_000
const LONGEST_REACHING_MS = 8000

/** The service fills its own template from the answers; it decides who gets the e-mail. */
export function openEmailJs(config: EmailJsConfig, paceMs: number = PACE_MS): Mailer {
  let nextTurn = 0
  /** When it last took an e-mail: nobody need ask whether it is there. */
  let tookAt = Number.NEGATIVE_INFINITY
  /** What came of it when it last took nothing, until it takes something. */
  let refused: { readonly how: string; readonly at: number } | null = null
  const reached = remembered(CHECKED_MS, () => reach(config))

  async function turn() {
    const wait = Math.max(0, nextTurn - performance.now())
    if (wait > LONGEST_QUEUE_MS) {
      throw new MailRefusal('Too many e-mails wait for the e-mail service', {
        permanent: false,
        retryAfterMs: wait,
      })
    }
    nextTurn = performance.now() + wait + paceMs
    await pause(wait)
  }

  return {
    destination: `the e-mail service at ${config.origin}, template ${config.templateId}`,
    async sendProject(mail, signal) {
      await turn()
      try {
        const receipt = await call(config, mail, signal)
        refused = null
        tookAt = performance.now()
        return receipt
      } catch (error) {
        if (error instanceof MailRefusal && error.permanent)
          refused = { how: error.briefly ?? error.message, at: performance.now() }
        throw error
      }
    },
    // What it would say cannot be asked without sending, so what it said last is what is known, for as long as a
    // retry renews it.
    async check() {
      if (refused && performance.now() - refused.at < KNOWN_MS) throw new Error(refused.how)
      if (performance.now() - tookAt > CHECKED_MS) await reached()
    },
    async close() {},
  }
}

async function call(config: EmailJsConfig, mail: ProjectMail, signal?: AbortSignal): Promise<Receipt> {
  const path = config.asForm ? '/api/v1.0/email/send-form' : '/api/v1.0/email/send'
  const request = config.asForm ? formRequest(config, mail) : jsonRequest(config, mail)
  const answer = await answerTo(new URL(path, config.origin), { method: 'POST', ...request }, signal)
  const text = await beginningOf(answer)
  if (answer.ok) return { text: `${answer.status} ${text}`, refusals: [] }
  const briefly = `The e-mail service: ${answer.status}`
  throw new MailRefusal(`${briefly} ${text}`, {
    permanent: isPermanent(answer.status),
    retryAfterMs: patienceWith(answer),
    briefly,
  })
}

/** Any answer will do: the name is right, somebody is there, and the certificate is theirs. */
async function reach({ origin }: EmailJsConfig) {
  await answerTo(new URL(origin), { method: 'HEAD' }, AbortSignal.timeout(LONGEST_REACHING_MS))
}

async function answerTo(url: URL, request: RequestInit, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal: signal ?? null, ...request })
  } catch (error) {
    throw new MailRefusal(
      `The e-mail service: ${signal?.aborted ? 'no answer in time' : '0 Network Error'}`,
      {
        permanent: false,
        retryAfterMs: wasNeverSent(error) ? undefined : DOUBT_MS,
        // What `fetch` says itself is the same each time.
        cause: Object(error).cause ?? error,
      },
    )
  }
}

/**
 * What it said beside the status, as far as that came soon. The status alone tells whether the e-mail was taken,
 * so a body that breaks off or never ends must not make a second one of it.
 */
async function beginningOf({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const giveUp = () => void reader.cancel().catch(() => {})
  const timer = setTimeout(giveUp, LONGEST_READING_MS)
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length < LONGEST_TEXT) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    // It broke off.
  }
  clearTimeout(timer)
  giveUp()
  return text.slice(0, LONGEST_TEXT)
}

function jsonRequest(config: EmailJsConfig, mail: ProjectMail): RequestInit {
  const body = {
    lib_version: LIB_VERSION,
    user_id: config.publicKey,
    ...(config.privateKey === null ? {} : { accessToken: config.privateKey }),
    service_id: config.serviceId,
    template_id: config.templateId,
    template_params: paramsOf(mail),
  }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function formRequest(config: EmailJsConfig, mail: ProjectMail): RequestInit {
  const body = new FormData()
  for (const [name, answer] of Object.entries(paramsOf(mail))) body.append(name, answer)
  body.append('lib_version', LIB_VERSION)
  body.append('service_id', config.serviceId)
  body.append('template_id', config.templateId)
  body.append('user_id', config.publicKey)
  if (config.privateKey !== null) body.append('accessToken', config.privateKey)
  return { body }
}

/**
 * The form data, and what an older page asked; our own fields win. No field of ours has an underscore, but what
 * the service itself takes from the parameters has, such as `to_email`: that is no visitor's to say.
 */
const paramsOf = ({ project, unknown }: ProjectMail): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(unknown).filter(([name]) => !/_|^accessToken$/.test(name))),
  ...project.answers,
})

/** 429 is patience; every other 4xx, and being sent elsewhere, is a setting of ours or of the account. */
const isPermanent = (status: number) => status !== 429 && status !== 408 && status < 500

/** 504 is a gateway that gave up waiting for the service, which may have it. */
function patienceWith({ status, headers }: Response): number | undefined {
  if (status === 504) return DOUBT_MS
  return status === 429 ? retryAfter(headers.get('retry-after')) : undefined
}

function retryAfter(value: string | null): number {
  const seconds = Number(value ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : PACE_MS
}

/** No connection was made, so nobody can have taken it. */
const wasNeverSent = (error: unknown) =>
  error instanceof Error && NOT_CONNECTED.some((code) => hasCode(error.cause, code))

const NOT_CONNECTED = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]
