import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { answersFrom } from '../../questionnaire/answers.ts'
import { fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { startEmailJs } from '../testing/emailjs.ts'
import { readEmail } from '../testing/read-email.ts'
import { sampleMail } from '../testing/sample-mail.ts'
import { startSmtp, trust } from '../testing/smtp.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openEmailJs } from './emailjs/open-emailjs.ts'
import { openFiles } from './files/open-files.ts'
import { type Mailer, MailRefusal } from './mailer.ts'
import { openSmtp } from './smtp/open-smtp.ts'

const from = 'guide@kitchens.example'
const settings = () => ({ brandName: 'Renegade Remodelers', mailTo: ['owner@kitchens.example'] })

interface Opened {
  readonly mailer: Mailer
  /** The text of each message that arrived, and what identifies the message. */
  readonly arrived: () => Promise<readonly { readonly text: string; readonly identity: string }[]>
  readonly breakDown: () => Promise<void>
  readonly repair: () => Promise<void>
}

const fromMessage = (message: string) => {
  const { headers, text, html } = readEmail(message)
  return {
    text: `${[...headers.values()].join('\n')}\n${text}\n${unescapeHtml(html)}`,
    identity: headers.get('message-id') ?? '',
  }
}

const unescapeHtml = (html: string) =>
  html.replaceAll('<br>', '\n').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

async function emailJs(t: TestContext, asForm: boolean): Promise<Opened> {
  const service = await startEmailJs(t)
  const config = {
    driver: 'emailjs',
    origin: service.origin,
    publicKey: 'pub',
    privateKey: 'priv',
    serviceId: 'svc',
    templateId: 'tpl',
    copyTemplateId: 'copy',
    asForm,
  } as const
  return {
    mailer: openEmailJs(config, settings, 0),
    arrived: async () =>
      service.received.map(({ fields }) => {
        const params = asForm ? fields : Object(fields.template_params)
        return { text: Object.values(params).join('\n'), identity: JSON.stringify(params) }
      }),
    async breakDown() {
      service.refusal = { status: 0, text: '' }
    },
    async repair() {
      service.refusal = null
    },
  }
}

const drivers: Record<string, (t: TestContext) => Promise<Opened>> = {
  files: async (t) => {
    const directory = join(await temporaryDirectory(t), 'outbox')
    return {
      mailer: openFiles({ directory, from }, settings),
      arrived: async () => {
        const names = await readdir(directory).catch(() => [])
        return Promise.all(
          names.map(async (name) => fromMessage(await readFile(join(directory, name), 'utf8'))),
        )
      },
      async breakDown() {
        await rm(directory, { recursive: true, force: true })
        await writeFile(directory, 'in the way')
      },
      repair: () => rm(directory),
    }
  },
  SMTP: async (t) => {
    const smtp = await startSmtp(t)
    const login = { user: 'guide', pass: 'secret' }
    const config = {
      driver: 'smtp',
      host: '127.0.0.1',
      port: smtp.port,
      secure: false,
      requireTls: true,
      login,
      from,
    } as const
    return {
      mailer: openSmtp(config, settings, trust),
      arrived: async () => smtp.received.map(({ message }) => fromMessage(message)),
      async breakDown() {
        smtp.refusal = { code: 451 }
      },
      async repair() {
        smtp.refusal = null
      },
    }
  },
  'EmailJS send': (t) => emailJs(t, false),
  'EmailJS send-form': (t) => emailJs(t, true),
}

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'every answer arrives, including those to questions of an older page': async ({ mailer, arrived }) => {
    const answers = answersFrom((name) =>
      fieldNamed(name).kind === 'email' ? `${name}@example.com` : `the answer to ${name} — ü 日本`,
    )
    await mailer.sendProject(sampleMail(answers, { extraAnswers: { islandColour: 'the blue one' } }))
    const [email, ...others] = await arrived()
    assert.equal(others.length, 0)
    for (const name of fieldNames) assert.ok(email?.text.includes(answers[name]), name)
    assert.ok(email?.text.includes('the blue one'))
  },

  'a notice arrives as a plain message': async ({ mailer, arrived }) => {
    if (!mailer.sendNotice) return
    await mailer.sendNotice({
      name: 'notice-1',
      subject: '3 wait',
      text: 'See https://kitchens.example/desk',
    })
    const [email, ...others] = await arrived()
    assert.equal(others.length, 0)
    assert.equal(email?.identity, '<notice-1@kitchens.example>')
    for (const words of ['3 wait', 'owner@kitchens.example', 'See https://kitchens.example/desk'])
      assert.ok(email.text.includes(words), words)
  },

  'a notice to one member of staff goes to no other address': async ({ mailer, arrived }) => {
    await mailer.sendNotice?.({
      name: 'notice-2',
      to: 'ada@kitchens.example',
      subject: 'A new sign-in',
      text: 'From Firefox on Linux.',
    })
    for (const { text } of await arrived()) {
      assert.ok(text.includes('ada@kitchens.example'))
      assert.ok(!text.includes('owner@kitchens.example'))
    }
  },

  'a copy reaches the homeowner with what they chose, and with no word they typed': async ({
    mailer,
    arrived,
  }) => {
    const answers = sampleAnswers({ remodellingReasons: 'typed at Other' })
    const { project, prices } = sampleMail(answers)
    const briefUrl = 'https://kitchens.example/brief/abc'
    const profile = { phone: '(253) 555-0142', replyTime: 'within 1 business day' }
    await mailer.sendCopy?.({ to: 'jane@home.example', project, briefUrl, prices, profile })
    const [email, ...others] = await arrived()
    assert.equal(others.length, 0)
    for (const words of [
      'jane@home.example',
      answers.typeOfArchitecture,
      briefUrl,
      prices.fee,
      'We reply within 1 business day.',
      '(253) 555-0142',
    ])
      assert.ok(email?.text.includes(words), words)
    for (const words of ['typed at Other', answers.lastName, answers.streetAddress, answers.budget])
      assert.ok(!email?.text.includes(words), words)
  },

  'the same revision is the same message, and another revision is another': async ({ mailer, arrived }) => {
    const mail = sampleMail()
    await mailer.sendProject(mail)
    await mailer.sendProject(mail)
    assert.equal(new Set((await arrived()).map(({ identity }) => identity)).size, 1)
    await mailer.sendProject(sampleMail({ budget: 'more' }, { revision: 2, isUpdate: true }))
    assert.equal(new Set((await arrived()).map(({ identity }) => identity)).size, 2)
  },

  'answers that look like code or mail headers arrive unchanged': async ({ mailer, arrived }) => {
    const hostile = `"><script>alert('1')</script> {{email}} \n.\nBcc: victim@example.com\n=?utf-8?B?eA==?= <img src=x onerror=y>`
    await mailer.sendProject(sampleMail({ firstName: hostile, city: hostile, additionalComments: hostile }))
    const [email, ...others] = await arrived()
    assert.equal(others.length, 0)
    assert.ok(email?.text.replaceAll('\r\n', '\n').includes(hostile))
  },

  'a failing service is not refused permanently, and sends once it works again': async ({
    mailer,
    breakDown,
    repair,
    arrived,
  }) => {
    await breakDown()
    await assert.rejects(
      mailer.sendProject(sampleMail()),
      (error) => !(error instanceof MailRefusal && error.permanent),
    )
    assert.equal((await arrived().catch(() => [])).length, 0)
    await repair()
    await mailer.sendProject(sampleMail())
    assert.equal((await arrived()).length, 1)
  },

  'a working mailer passes its check, and its destination reveals no secret': async ({ mailer }) => {
    await mailer.check()
    assert.doesNotMatch(mailer.destination, /secret|priv|@/)
  },
}

for (const [driver, open] of Object.entries(drivers)) {
  describe(`mailer: ${driver}`, () => {
    for (const [title, check] of Object.entries(contract)) {
      it(title, async (t) => {
        const opened = await open(t)
        t.after(() => opened.mailer.close())
        await check(opened)
      })
    }
  })
}
