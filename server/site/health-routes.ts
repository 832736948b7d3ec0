import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BackupStatus } from '../backup/daily-backups.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../db/database.ts'
import { Refusal } from '../http/problem.ts'
import { isLoopback } from '../lib/addresses.ts'
import { cacheFor } from '../lib/cache-for.ts'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import type { Mailer } from '../mail/mailer.ts'
import { channelKinds } from '../outbox/channel.ts'
import type { Counts } from '../outbox/message.ts'
import { sumOf } from '../outbox/queue.ts'
import type { SendServices } from '../outbox/send-message.ts'

interface HealthServices extends SendServices, Pick<Config, 'metricsToken' | 'trustProxy'> {
  readonly db: OpenDatabase
  readonly mailer: Mailer
  readonly backupStatus: () => BackupStatus
}

const CHECK_MS = 5000
/** These routes are public, so results are cached to protect the database and the mail server. */
const CACHE_MS = 2000

/** Routes for monitoring: whether the server is alive and ready, and its metrics. */
export function addHealthRoutes(app: FastifyInstance, services: HealthServices) {
  const { db, queue, mailer, metrics, log, backupStatus } = services
  const check = (name: string, isUsable: () => Promise<unknown>) =>
    cacheFor(CACHE_MS, async () => {
      try {
        await withDeadline(isUsable(), CHECK_MS, name)
        return 'ok'
      } catch (error) {
        log.warn({ reason: describeError(error) }, `The ${name} cannot be used`)
        return 'failed'
      }
    })
  const storeState = check('store', () => db.check())
  const mailState = check('mailer', () => mailer.check())
  const counts = cacheFor(CACHE_MS, () =>
    withDeadline(queue.counts(), CHECK_MS, 'Counting').catch(() => null),
  )

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (request, reply) => {
    const [storeIs, mailIs, found] = await Promise.all([storeState(), mailState(), counts()])
    const isReady = storeIs === 'ok' && mailIs === 'ok'
    const isAllowed = mayReadNumbers(request, services)
    const reportOf = (some: Counts | null | undefined) => ({
      state: stateOf(some),
      ...(isAllowed ? some : null),
    })
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        store: storeIs,
        mail: mailIs,
        backup: backupStatus().state,
        messages: {
          ...reportOf(found && sumOf(Object.values(found))),
          channels:
            found && Object.fromEntries(Object.entries(found).map(([kind, some]) => [kind, reportOf(some)])),
        },
        // These names are older than the channels.
        deliveries: reportOf(found?.specialist),
        webhooks: reportOf(found?.webhook),
      })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadNumbers(request, services)) throw new Refusal(404)
    const found = await counts()
    const deliveries = found?.specialist ?? UNKNOWN
    const gauges = channelKinds.flatMap((kind) =>
      Object.entries(found?.[kind] ?? UNKNOWN).map(([state, count]) => [
        `messages_${state}{channel="${kind}"}`,
        count,
      ]),
    )
    const text = metrics.text({
      deliveries_due: deliveries.due,
      deliveries_stuck: deliveries.stuck,
      deliveries_dead: deliveries.dead,
      ...Object.fromEntries(gauges),
      process_resident_memory_bytes: process.memoryUsage.rss(),
    })
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text)
  })
}

const UNKNOWN: Counts = { due: Number.NaN, stuck: Number.NaN, dead: Number.NaN }

const stateOf = (counts: Counts | null | undefined) =>
  !counts || counts.dead > 0 || counts.stuck > 0 ? 'red' : 'green'

/**
 * True for clients that send METRICS_TOKEN, or if it is not set, for clients on this machine. A proxy on this machine also
 * connects from loopback, so requests with a forwarding header or another host name are refused.
 */
function mayReadNumbers(request: FastifyRequest, { metricsToken, trustProxy }: HealthServices): boolean {
  const { headers, socket } = request
  if (metricsToken !== null) return isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`)
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded|x-forwarded-.*|x-real-ip|via)$/.test(name),
  )
  if (trustProxy.length > 0 || isForwarded) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopback((headers.host ?? '').replace(/:\d+$/, ''))
}

const isSameSecret = (actual: string, expected: string) => timingSafeEqual(digest(actual), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
