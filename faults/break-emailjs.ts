import { brokenMail } from './broken-mail.ts'
import { type Refusal, startEmailJsSink } from './emailjs-sink.ts'
import type { Fault } from './fault.ts'
import { createStage } from './stage.ts'

interface Misconduct {
  readonly onlyFull?: boolean
  readonly rows: string
  readonly name: string
  readonly refusal: Refusal
  readonly isPermanent?: boolean
  readonly mayCopy?: boolean
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
  { rows: 'F43', name: 'drops the line', refusal: { status: 0 }, onlyFull: true },
  { rows: 'F43', name: 'never answers', refusal: { status: 0, hangs: true }, onlyFull: true },
  { rows: 'F44', name: 'takes it and drops the line', refusal: { status: 0, takes: true }, mayCopy: true },
  {
    rows: 'F44',
    name: 'takes it and never answers',
    refusal: { status: 0, takes: true, hangs: true },
    mayCopy: true,
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

export const breakEmailJs: readonly Fault[] = misconducts.map(
  ({ rows, name, refusal, asForm = false, onlyFull = false, ...rest }) => ({
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
        ...rest,
      })
    },
  }),
)
