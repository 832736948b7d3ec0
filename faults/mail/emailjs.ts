import { type Refusal, startEmailJsSink } from '../harness/emailjs-sink.ts'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'
import { brokenMail } from './broken-mail.ts'

interface Misconduct {
  readonly onlyFull?: boolean
  readonly rows: string
  readonly name: string
  readonly refusal: Refusal
  readonly isPermanent?: boolean
  readonly mayCopy?: boolean
  readonly isInDoubt?: boolean
  readonly meanwhile?: 'success'
  readonly asForm?: boolean
}

const misconducts: readonly Misconduct[] = [
  {
    rows: 'F39',
    name: 'misses the public key (400)',
    refusal: { status: 400, text: 'The public key is required.' },
    isPermanent: true,
  },
  {
    rows: 'F40',
    name: 'forbids (403)',
    refusal: { status: 403, text: 'API calls are disabled for non-browser applications' },
    isPermanent: true,
  },
  {
    rows: 'F41',
    name: 'has had too many (429)',
    refusal: { status: 429, text: 'Too Many Requests' },
    onlyFull: true,
  },
  {
    rows: 'F41',
    name: 'has had too many (429 with Retry-After)',
    refusal: { status: 429, headers: { 'retry-after': '2' } },
  },
  {
    rows: 'F42',
    name: 'takes us for a headless browser (451)',
    refusal: { status: 451, text: 'Unavailable For Headless Browser' },
    isPermanent: true,
  },
  { rows: 'F43', name: 'is down (500)', refusal: { status: 500, text: 'oops' } },
  { rows: 'F43', name: 'is down (503)', refusal: { status: 503, text: '<html>' }, onlyFull: true },
  {
    rows: 'F43',
    name: 'sends us elsewhere (302)',
    refusal: { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    isPermanent: true,
  },
  {
    rows: 'F43',
    name: 'answers garbage with 200',
    refusal: { status: 200, text: '\u0000<?xml ☃', takes: true },
    meanwhile: 'success',
  },
  { rows: 'F43', name: 'drops the line', refusal: { status: 0 }, isInDoubt: true, onlyFull: true },
  {
    rows: 'F43',
    name: 'never answers',
    refusal: { status: 0, hangs: true },
    isInDoubt: true,
    onlyFull: true,
  },
  {
    rows: 'F44',
    name: 'takes it and drops the line',
    refusal: { status: 0, takes: true },
    mayCopy: true,
    isInDoubt: true,
  },
  {
    rows: 'F44',
    name: 'takes it and never answers',
    refusal: { status: 0, takes: true, hangs: true },
    mayCopy: true,
    isInDoubt: true,
  },
  { rows: 'F45', name: 'as a form: is down (500)', refusal: { status: 500 }, asForm: true },
  {
    rows: 'F45',
    name: 'as a form: forbids (403)',
    refusal: { status: 403 },
    asForm: true,
    isPermanent: true,
  },
]

/** The service takes one call a second from one account; more than one e-mail has to wait for its turn. */
const PACE_MS = 1000
/** Of a clock that is read at the other end. */
const EARLY_MS = 200

const atOnce: Fault = {
  rows: 'F41',
  name: 'EmailJS takes one a second: of several at once each is sent, and none before its turn',
  async run() {
    await using stage = await createStage()
    const sink = await startEmailJsSink(stage)
    const guide = await createGuide(stage, sink.env)
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const ids = Array.from({ length: 5 }, newId)
    await Promise.all(ids.map((id) => visitors.tryOnce(guide.origin, id)))
    const { arrived, calls } = sink
    const took = (calls.at(-1) ?? 0) - (calls[0] ?? 0)
    const failures =
      took < (calls.length - 1) * PACE_MS - EARLY_MS
        ? [`${calls.length} calls came within ${Math.round(took)} ms`]
        : []
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => arrived,
      runs: ids.length,
      failures,
    })
  },
}

const misbehaving = misconducts.map(
  ({ rows, name, refusal, asForm = false, onlyFull = false, ...rest }): Fault => ({
    onlyFull,
    rows,
    name: `EmailJS ${name}`,
    async run() {
      await using stage = await createStage()
      const sink = await startEmailJsSink(stage, asForm)
      return await brokenMail(stage, {
        env: sink.env,
        arrived: () => sink.arrived,
        breakIt: () => {
          sink.refusal = refusal
        },
        mend: () => {
          sink.refusal = null
        },
        check: () =>
          [...sink.paths].every((path) => path === `/api/v1.0/email/send${asForm ? '-form' : ''}`)
            ? null
            : `it called ${[...sink.paths]}`,
        ...rest,
      })
    },
  }),
)

export const breakEmailJs: readonly Fault[] = [...misbehaving, atOnce]
