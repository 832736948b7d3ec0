import assert from 'node:assert/strict'
import { it } from 'node:test'
import { answersFrom } from '../../questionnaire/answers.ts'
import { remodelTypes } from '../../questionnaire/business.ts'
import { rowsOf, unaskedRowsOf } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { readEmail, withoutOutlook } from '../testing/mime.ts'
import type { ProjectMail } from './mailer.ts'
import { mimeOf } from './mime.ts'
import { projectEmail } from './project-email.ts'

const { major } = remodelTypes
const parties = { from: 'guide@kitchens.example', to: ['owner@kitchens.example'] }
const emailOf = (changes = {}, more: Partial<ProjectMail> = {}) => {
  const createdAt = new Date('2026-11-15T12:34:56Z')
  const project = { id: 'k3J9x_aBcDeFgHiJkLmNoP', createdAt, answers: sampleAnswers(changes) }
  const first = { revision: 1, revisedAt: createdAt, isUpdate: false, unknown: {}, changed: [] }
  const mail = { project, ...first, ...more }
  return projectEmail(mail, parties, 'Renegade Remodelers')
}

it('the subject has name, city and type of remodel, and says when it is an update', () => {
  assert.equal(emailOf().subject, `${major.name} kitchen project · Jane Homeowner, Springfield`)
  assert.match(emailOf({}, { isUpdate: true, revision: 2 }).subject, /^Updated: .+ kitchen project/)
})

it('the subject is one line of bounded length, whatever the visitor typed', () => {
  const { subject } = emailOf({
    firstName: 'a\r\nBcc: victim@example.com\u202e\u0085\u2028',
    lastName: 'x'.repeat(5000),
    city: '😀'.repeat(2000),
  })
  assert.ok(!/[\p{C}\u2028\u2029]/u.test(subject))
  assert.ok([...subject].length <= 140)
  assert.ok(subject.isWellFormed())
})

it('answers go to the homeowner, and the rest of the headers are ours', () => {
  const { replyTo, from, to, messageId } = emailOf({ firstName: 'Eve <eve@example.com>' })
  assert.equal(replyTo, 'jane.homeowner@example.com')
  assert.deepEqual(from, { name: 'Renegade Remodelers Kitchen Guide', address: 'guide@kitchens.example' })
  assert.deepEqual(to, ['owner@kitchens.example'])
  assert.match(messageId, /^<[0-9a-f]{32}-r1@kitchens\.example>$/)
})

it('an update is in one conversation with the first e-mail', () => {
  const headersOf = (more: Partial<ProjectMail>) =>
    readEmail(mimeOf(emailOf({}, more)).toString('latin1')).headers
  const first = headersOf({})
  const update = headersOf({ isUpdate: true, revision: 3 })
  for (const name of ['in-reply-to', 'references']) {
    assert.equal(first.get(name), undefined)
    assert.equal(update.get(name), first.get('message-id'))
  }
  assert.notEqual(update.get('message-id'), first.get('message-id'))
})

it('a visitor who works out what is between the parts ends none of them with it', () => {
  const line = `--${emailOf().boundary}--`
  const message = mimeOf(emailOf({ additionalComments: `This\n${line}\nthat` })).toString('latin1')
  assert.ok(readEmail(message).text.includes(`This\r\n  ${line}\r\n  that`))
})

it('the HTML is in lines of ASCII that mail servers leave as they are, whatever the visitor typed', () => {
  const typed = { firstName: 'Zoë', city: '東京', additionalComments: 'A dream 😀\nFrom =_ here\r \t\0\x7f ' }
  const { html } = emailOf(typed, { unknown: { 'From\nelsewhere ': '\r\n \n' } })
  assert.match(html, /^(?:<[\x20-\x7e]*>\r\n)+$/)
  assert.ok(!html.includes('=_'))
  for (const word of ['Zo&#235;', '&#26481;&#20140;', 'A dream &#128512;<br>From &#61;_ here<br> &#9;'])
    assert.ok(html.includes(word), word)
})

it('what a specialist needs first comes first: who, where, what, money, time, wishes, worries', () => {
  const { text, html } = emailOf({ budget: '$60,000' })
  const order = [
    'Jane Homeowner',
    'Reply to',
    'Where',
    'What',
    'Budget',
    '$60,000',
    'Time frame',
    'Has to have',
    'Worries',
    'Every question',
  ]
  for (const part of [text.replace('EVERY QUESTION', 'Every question'), html]) {
    const places = order.map((word) => part.indexOf(word))
    assert.ok(places.every((place) => place >= 0))
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    )
  }
})

it('every question is there with its answer, on a screen or not, and the id and the time', () => {
  const answers = sampleAnswers({ emailAddress: 'jane@work.example' })
  const { text } = emailOf(answers)
  const brandName = 'Renegade Remodelers'
  for (const { question, answer } of [...rowsOf(answers, brandName), ...unaskedRowsOf(answers, brandName)]) {
    assert.ok(text.includes(`${question}\n  ${answer || '(not answered)'}`), question)
  }
  assert.ok(text.endsWith('\n\nProject k3J9x_aBcDeFgHiJkLmNoP\nSubmitted 2026-11-15 12:34 UTC\n'))
})

it('a changed project says that it was changed and when, with all that the specialist is to know', () => {
  const revisedAt = new Date('2026-11-16T07:08:09Z')
  const { text, date } = emailOf(
    {
      projectType: 'Remodel',
      typeOfHome: 'Duplex',
      typeOfArchitecture: 'Tudor',
      concernsForHavingKitchenRemodeled: 'Dust',
      fearsForHiringKitchenRemodeler: 'Noise',
      timeFrame: 'This spring',
      budget: '$60,000',
      additionalComments: 'Please ring twice.',
    },
    { isUpdate: true, revision: 2, revisedAt, unknown: { island: 'blue' } },
  )
  assert.equal(date, revisedAt)
  const [facts = '', questions = ''] = text.split('\nEVERY QUESTION\n')
  assert.equal(
    facts,
    `The homeowner changed these answers: Jane Homeowner

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
  We tell visitors ${major.costRange} for ${major.name}
Time frame:
  This spring
Has to have:
  An island where two of us can cook at once, and a door to the yard that opens.
  Morning light at the table, a corner for the café crème, and drawers instead of doors.
Worries:
  Dust
  Noise
Comments:
  Please ring twice.
`,
  )
  assert.ok(
    questions.endsWith(`island
  blue

Project k3J9x_aBcDeFgHiJkLmNoP, revision 2
Submitted 2026-11-15 12:34 UTC, changed 2026-11-16 07:08 UTC
`),
  )
})

it('an update begins with what changed, as far as it fits into a line each', () => {
  const long = `Please ring twice.\n${'and once more '.repeat(20)}`
  const changed = ['additionalComments', 'budget', 'remodellingReasons', 'island', 'gone', 'state']
  const typed = { budget: '$75,000', remodellingReasons: 'Old', additionalComments: long, state: '' }
  const update = { isUpdate: true, revision: 2, unknown: { island: 'blue' }, changed }
  const { text } = emailOf(typed, update)
  const [, told = ''] = text.split('\n\nChanged:\n')
  const cut = `Please ring twice. ${long.slice(19, 79)}…`
  const inALine: Record<string, string> = { ...typed, additionalComments: cut, state: '(not answered)' }
  // What the questions say, and their order, is the owner's.
  const asked = [...rowsOf(sampleAnswers(), ''), ...unaskedRowsOf(sampleAnswers(), '')]
  const lines = asked
    .filter(({ name }) => name in inALine)
    .map(({ name, question }) => `  - ${question}${question.endsWith('?') ? '' : ':'} ${inALine[name]}\n`)
  assert.equal(lines.length, 4)
  assert.equal(told.slice(0, told.indexOf('Reply to')), `${lines.join('')}  - island: blue\n`)
  for (const more of [
    { ...update, isUpdate: false },
    { ...update, changed: [] },
  ])
    assert.doesNotMatch(emailOf(typed, more).text, /^Changed:$/m)
})

it('the HTML says line by line what the text says', () => {
  const typed = {
    additionalComments: 'The "old" one\r\nthe new one\rand AT&amp;T',
    streetAddress: 'First line\nand the second',
    budget: 'R&amp;D',
  }
  const update = { isUpdate: true, revision: 2, changed: ['budget', 'additionalComments'] }
  const { text, html } = emailOf(typed, update)
  const said = text.replace(/^(.+): (.+)/, '$1\n$2').replace('EVERY QUESTION', 'Every question')
  const shown = (/<body.*/s.exec(html)?.[0] ?? '')
    .replaceAll('\n', ' ')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  const lines = (words: string) =>
    words
      .replace(/:$/gm, '')
      .split(/\s*\n\s*/)
      .filter(Boolean)
  assert.deepEqual(lines(shown), lines(said))
})

it('what an older page did not ask, or asked otherwise, leaves no gap', () => {
  const known = { typeOfKitchenRemodel: 'Loft', typeOfHome: 'Duplex', typeOfArchitecture: 'Tudor' }
  const older = { ...known, firstName: '', lastName: '', projectType: '', yearBuilt: '', budget: '$60,000' }
  const { subject, text } = emailOf(older)
  assert.equal(subject, 'Kitchen project · Springfield')
  assert.equal(emailOf({ ...older, city: '' }).subject, 'Kitchen project')
  assert.ok(text.startsWith('New kitchen project: A new project\n'))
  assert.ok(text.includes('What:\n  Loft\n  Duplex, Tudor\nBudget:\n  $60,000\nTime frame:\n'))
})

it('a place is told as far as it is known', () => {
  assert.match(emailOf({ city: '' }).text, /12 Maple Street\n {2}IL 62701\n/)
  const unknown = { streetAddress: '', city: '', state: '', zipCode: '' }
  assert.doesNotMatch(emailOf(unknown).text, /Where/)
})

it('a visitor’s words are never markup, and the message loads nothing', () => {
  const hostile = `<script>x</script><img src=http://evil.example/p.gif onerror=x><style>*{}</style><a href="javascript:x">'"&`
  const { html } = emailOf(
    {},
    {
      project: { id: '<b>', createdAt: new Date(0), answers: answersFrom(() => hostile) },
      unknown: { '<i>': hostile },
    },
  )
  const tags = new Set([...withoutOutlook(html).matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, name]) => name))
  assert.deepEqual([...tags].toSorted(), [
    '!doctype',
    'body',
    'br',
    'h1',
    'h2',
    'head',
    'html',
    'meta',
    'p',
    'table',
    'td',
    'title',
    'tr',
  ])
  assert.ok(!/\s(src|href|background|on\w+)=/i.test(html.replace(/&[a-z#0-9]+;[^<]*/g, '')))
})

it('Outlook, which knows no greatest width, gets a column of 600 with a font', () => {
  const { html } = emailOf()
  const inOrder = [
    '</title><!--[if mso]><style>',
    'align="center"><!--[if mso]><table',
    'max-width:600px',
    'Project k3',
  ]
  const seen = html.replaceAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g, '$1')
  const places = [...inOrder, '</table>\r\n<!--[if mso]></td></tr></table>'].map((part) => html.indexOf(part))
  assert.ok(
    places.every((place, index) => place > (places[index - 1] ?? 0)),
    String(places),
  )
  for (const view of [seen, html.replaceAll(/<!--.*?-->/g, '')])
    for (const tag of ['table', 'tr', 'td'])
      assert.equal(view.split(`<${tag}`).length, view.split(`</${tag}>`).length, tag)
})

it('each sign that HTML gives a meaning is shown as it is, also where it is the only one', () => {
  for (const sign of ['<', '>', '&', '"', "'", 'ë']) {
    const { html } = emailOf({ budget: `one ${sign} two` })
    assert.equal(html.split(`one &#${sign.codePointAt(0)}; two`).length, 3, sign)
    assert.ok(!html.includes(`one ${sign} two`), sign)
  }
})
