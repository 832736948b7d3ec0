import assert from 'node:assert/strict'
import { it } from 'node:test'
import MailComposer from 'nodemailer/lib/mail-composer'
import { answersFrom, problemWith } from '../../questionnaire/answers.ts'
import { defaultPrices, remodelTypes } from '../../questionnaire/business.ts'
import { rowsOf, unaskedRowsOf } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource, sourceFrom } from '../../questionnaire/source.ts'
import { readEmail, withoutOutlook } from '../testing/read-email.ts'
import { sampleMail } from '../testing/sample-mail.ts'
import { projectEmail } from './project-email.ts'

const { major } = remodelTypes
const brandName = 'Renegade Remodelers'
const envelope = { from: 'guide@kitchens.example', to: ['owner@kitchens.example'] }
const emailOf = (...of: Parameters<typeof sampleMail>) => projectEmail(sampleMail(...of), envelope, brandName)
const textOf = (...of: Parameters<typeof emailOf>) => emailOf(...of).text.replaceAll('\r\n', '\n')
const messageOf = async (email: ReturnType<typeof emailOf>) =>
  (await new MailComposer(email).compile().build()).toString('latin1')

it('the subject names the type of remodel, the homeowner and the city, and marks an update and a test', () => {
  assert.equal(emailOf().subject, `${major.name} kitchen project · Jane Homeowner, Springfield`)
  assert.match(emailOf({}, { isUpdate: true, revision: 2 }).subject, /^Updated: .+ kitchen project/)
  assert.match(emailOf({}, { isTest: true }).subject, /^Test: .+ kitchen project/)
})

it('the subject is one short line, whatever the visitor typed', () => {
  const { subject } = emailOf({
    firstName: 'a\r\nBcc: victim@example.com\u202e\u0085\u2028',
    lastName: 'x'.repeat(5000),
    city: '😀'.repeat(2000),
  })
  assert.ok(!/[\p{C}\u2028\u2029]/u.test(subject))
  assert.ok([...subject].length <= 140)
  assert.ok(subject.isWellFormed())
})

it('a message has these headers, in ASCII', async () => {
  const message = await messageOf(emailOf({ firstName: 'Eve <eve@example.com>' }))
  const head = message.slice(0, message.indexOf('\r\n\r\n'))
  assert.match(head, /^[\r\n\x20-\x7e]*$/)
  const { headers } = readEmail(message)
  assert.deepEqual(
    [...headers].filter(([name]) => name !== 'content-type'),
    [
      ['auto-submitted', 'auto-generated'],
      ['from', `${brandName} Kitchen Guide <guide@kitchens.example>`],
      ['to', 'owner@kitchens.example'],
      ['reply-to', 'jane.homeowner@example.com'],
      ['subject', `${major.name} kitchen project · Eve <eve@example.com> Homeowner, Springfield`],
      ['message-id', headers.get('message-id')],
      ['date', 'Sun, 15 Nov 2026 12:34:56 +0000'],
      ['mime-version', '1.0'],
    ],
  )
  assert.match(headers.get('message-id') ?? '', /^<[0-9a-f]{32}-r1@kitchens\.example>$/)
})

it('the same revision always has the same Message-ID, and an update refers to the first', () => {
  const first = emailOf()
  assert.equal(emailOf().messageId, first.messageId)
  assert.ok(!('inReplyTo' in first))
  const update = emailOf({}, { isUpdate: true, revision: 3 })
  assert.notEqual(update.messageId, first.messageId)
  assert.equal(update.inReplyTo, first.messageId)
  assert.equal(update.references, first.messageId)
})

it('Reply-To is a valid ASCII address, or missing if the visitor’s address has no such form', async () => {
  const long = `${'a'.repeat(308)}@example.com`
  for (const [email, expected] of [
    ['ada.b@example.com', 'ada.b@example.com'],
    ['ada.@example.com', '<"ada."@example.com>'],
    ['a..b@example.com', '<"a..b"@example.com>'],
    ['ada@küchen.example', 'ada@xn--kchen-kva.example'],
    [long, long],
    [`a${long}`, undefined],
    ['', undefined],
    ['zoë@example.com', undefined],
    ['a\r\nBcc: b@example.com', undefined],
    // Written in ASCII, this letter is a digit and a comma.
    ['ada@b\u{1f101}c.com', undefined],
  ] as const) {
    const { headers } = readEmail(await messageOf(emailOf({ email })))
    assert.equal(headers.get('reply-to'), expected, email)
    assert.equal(headers.get('bcc'), undefined)
  }
})

it('letters that would become header syntax in ASCII make no header', async () => {
  const disguise = (text: string) =>
    text.replace(/[^\w.-]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 256))
  for (const tail of ['\r\nX-Evil: yes', '\r\n\r\n<b>pay here', '\n.\r\nMAIL FROM:<a@b.c>\r\n']) {
    const email = `x@a\u05d0b.${disguise(tail)}`
    assert.equal(problemWith({ label: 'Email', kind: 'email' }, email), null)
    const { headers } = readEmail(await messageOf(emailOf({ email })))
    assert.equal(headers.get('reply-to'), undefined)
    assert.equal(headers.get('x-evil'), undefined)
  }
})

it('text and HTML arrive exactly, in ASCII lines that mail servers leave alone', async () => {
  const additionalComments = `Küche 😀 東京\n.\nFrom here =_\n\t${'x'.repeat(2000)} \n`
  const email = emailOf({ additionalComments })
  const message = await messageOf(email)
  assert.ok(message.split('\r\n').every((line) => /^[\t\x20-\x7e]{0,76}$/.test(line) && !/[ \t]$/.test(line)))
  const { text, html } = readEmail(message)
  assert.equal(text, email.text)
  assert.equal(html, email.html)
})

it('the text lists what a specialist needs first, then every question, the id and the time', () => {
  const revisedAt = new Date('2026-11-16T07:08:09Z')
  const answers = {
    projectType: 'Remodel',
    typeOfHome: 'Duplex',
    typeOfArchitecture: 'Tudor',
    concernsForHavingKitchenRemodeled: 'Dust',
    fearsForHiringKitchenRemodeler: 'Noise',
    timeFrame: 'This spring',
    budget: '$60,000',
    additionalComments: 'Please ring twice.',
    emailAddress: 'jane@work.example',
  }
  const update = { isUpdate: true, revision: 2, revisedAt, extraAnswers: { island: 'blue' } }
  assert.equal(emailOf(answers, update).date, revisedAt)
  const text = textOf(answers, update)
  const [facts = '', questions = ''] = text.split('\nALL ANSWERS\n')
  assert.equal(
    facts,
    `Changed answers: Jane Homeowner

Reply to:
  jane.homeowner@example.com
Where:
  12 Maple Street
  Springfield, IL 62701
What:
  ${major.name} kitchen remodel
  Remodel, Duplex, Tudor, built 1962
Budget:
  $60,000
  We tell visitors ${defaultPrices.major} for ${major.name}
Time frame:
  This spring
Must have:
  An island where two of us can cook at once, and a door to the yard that opens.
  Morning light at the table, a corner for the café crème, and drawers instead of doors.
Worries:
  Dust
  Noise
Comments:
  Please ring twice.
`,
  )
  const all = sampleAnswers(answers)
  for (const { question, answer } of [...rowsOf(all, brandName), ...unaskedRowsOf(all, brandName)])
    assert.ok(questions.includes(`${question}\n  ${answer || '(not answered)'}`), question)
  assert.ok(
    questions.endsWith(`island
  blue

Project k3J9x_aBcDeFgHiJkLmNoP, revision 2
Submitted Nov 15, 2026, 6:34 AM CST, changed Nov 16, 2026, 1:08 AM CST
`),
  )
})

it('an email says where the visit came from, if that is known', () => {
  const source = { ...noSource, utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'spring-kitchens' }
  const project = { id: 'x', createdAt: new Date(0), answers: sampleAnswers(), source }
  const { text, html } = emailOf({}, { project })
  assert.ok(text.includes('\r\nSource:\r\n  google / cpc / spring-kitchens\r\n'))
  assert.ok(html.includes('google / cpc / spring-kitchens'))
  assert.ok(!textOf().includes('Source:'))
})

it('an email links to the call sheet, if there is one', () => {
  const callSheetUrl = 'https://kitchens.example/desk/projects/k3J9x_aBcDeFgHiJkLmNoP'
  const { text, html } = emailOf({}, { callSheetUrl })
  assert.ok(text.includes(`\r\nOpen the call sheet:\r\n  ${callSheetUrl}\r\n`))
  assert.ok(html.includes(`<a href="${callSheetUrl}"`))
  assert.doesNotMatch(emailOf().html, /<a |call sheet/)
})

it('a long answer is cut, and the email says where the rest is', () => {
  const additionalComments = 'words '.repeat(500)
  const cut = additionalComments.slice(0, 2000)
  const inExport = textOf({ additionalComments }).split('ALL ANSWERS')[1]
  assert.ok(inExport?.includes(`  ${cut}… (cut here, the rest is in the export: npm run projects)\n`))
  const atDesk = textOf({ additionalComments }, { callSheetUrl: 'https://kitchens.example/desk/projects/1' })
  assert.ok(atDesk.includes(`${cut}… (cut here, the rest is on the call sheet at the desk)\n`))
  assert.ok(textOf({}, { extraAnswers: { old: additionalComments } }).includes(`  ${additionalComments}\n`))
})

it('an update begins with the changed answers, one line each', () => {
  const long = `Please ring twice.\n${'and once more '.repeat(20)}`
  const changed = ['additionalComments', 'budget', 'remodellingReasons', 'island', 'gone', 'state']
  const typed = { budget: '$75,000', remodellingReasons: 'Old', additionalComments: long, state: '' }
  const update = { isUpdate: true, revision: 2, extraAnswers: { island: 'blue' }, changed }
  const [, changes = ''] = textOf(typed, update).split('\n\nChanged:\n')
  const cut = `Please ring twice. ${long.slice(19, 79)}…`
  const shown: Record<string, string> = { ...typed, additionalComments: cut, state: '(not answered)' }
  const lines = [...rowsOf(sampleAnswers(), ''), ...unaskedRowsOf(sampleAnswers(), '')]
    .filter(({ name }) => name in shown)
    .map(({ name, question }) => `  - ${question}${question.endsWith('?') ? '' : ':'} ${shown[name]}\n`)
  assert.equal(lines.length, 4)
  assert.equal(changes.slice(0, changes.indexOf('Reply to')), `${lines.join('')}  - island: blue\n`)
  for (const more of [
    { ...update, isUpdate: false },
    { ...update, changed: [] },
  ])
    assert.doesNotMatch(textOf(typed, more), /^Changed:$/m)
})

it('the HTML says line by line what the text says', () => {
  const typed = {
    additionalComments: 'The "old" one\r\nthe new one\rand AT&amp;T',
    streetAddress: 'First line\nand the second',
    budget: 'R&amp;D',
  }
  const update = { isUpdate: true, revision: 2, changed: ['budget', 'additionalComments'] }
  const { text, html } = emailOf(typed, update)
  const inText = text
    .replace(/^(.+): (.+)/, '$1\n$2')
    .replace(/^[A-Z][A-Z ]+$/gm, (title) => title.charAt(0) + title.slice(1).toLowerCase())
  const inHtml = (/<body.*/s.exec(html)?.[0] ?? '')
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  const lines = (words: string) =>
    words
      .replace(/:$/gm, '')
      .split(/\s*\n\s*/)
      .filter(Boolean)
  assert.deepEqual(lines(inHtml), lines(inText))
})

it('the questions stand below the subject they are about, in both parts', () => {
  const { text, html } = emailOf({}, { extraAnswers: { island: 'blue' } })
  const titles = ['House', 'Kitchen', 'Paying and hiring', 'Contact and project', 'Other answers']
  assert.deepEqual(
    [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, title]) => title),
    titles,
  )
  const inText = [...text.matchAll(/^[A-Z][A-Z ]+(?=\r$)/gm)].map(([title]) => title)
  assert.deepEqual(inText, ['ALL ANSWERS', ...titles.map((title) => title.toUpperCase())])
})

it('missing and unknown answers leave no gap', () => {
  const known = { typeOfKitchenRemodel: 'Loft', typeOfHome: 'Duplex', typeOfArchitecture: 'Tudor' }
  const older = { ...known, firstName: '', lastName: '', projectType: '', yearBuilt: '', budget: '$60,000' }
  const text = textOf(older)
  assert.equal(emailOf(older).subject, 'Kitchen project · Springfield')
  assert.equal(emailOf({ ...older, city: '' }).subject, 'Kitchen project')
  assert.ok(text.startsWith('New kitchen project: A new project\n'))
  assert.ok(text.includes('What:\n  Loft\n  Duplex, Tudor\nBudget:\n  $60,000\nTime frame:\n'))
  assert.match(textOf({ city: '' }), /12 Maple Street\n {2}IL 62701\n/)
  const place = { streetAddress: '', city: '', state: '', zipCode: '' }
  assert.doesNotMatch(textOf(place), /Where/)
})

it('the visitor’s words are never markup, and the HTML loads nothing', () => {
  const hostile = `<script>x</script><img src=http://evil.example/p.gif onerror=x><style>*{}</style><a href="javascript:x">'"&`
  const { html } = emailOf(
    {},
    {
      project: {
        id: '<b>',
        createdAt: new Date(0),
        answers: answersFrom(() => hostile),
        source: sourceFrom(() => hostile),
      },
      extraAnswers: { '<i>': hostile },
    },
  )
  const tags = new Set([...withoutOutlook(html).matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, name]) => name))
  assert.equal([...tags].toSorted().join(' '), '!doctype body br h1 h2 h3 head html meta p table td title tr')
  assert.ok(!/\s(src|href|background|on\w+)=/i.test(html.replace(/&[a-z#0-9]+;[^<]*/g, '')))
})

it('Outlook gets a column of 600 pixels, and tables are closed with and without its comments', () => {
  const { html } = emailOf()
  const forOutlook = html.replaceAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g, '$1')
  assert.match(
    forOutlook,
    /<table role="presentation" width="600"[^>]*><tr><td>\s*<table[^>]*max-width:600px/,
  )
  for (const view of [forOutlook, html.replaceAll(/<!--.*?-->/g, '')])
    for (const tag of ['table', 'tr', 'td'])
      assert.equal(view.split(`<${tag}`).length, view.split(`</${tag}>`).length, tag)
})
