import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { problemWith } from '../../questionnaire/answers.ts'
import { computingMs } from '../testing/computing.ts'
import { readEmail } from '../testing/mime.ts'
import { emailHtml } from './email-html.ts'
import { encodedWords, mimeOf, quotedPrintable } from './mime.ts'

const email = {
  revisionName: 'a-r1',
  from: { name: 'Renegade Remodelers Kitchen Guide', address: 'guide@kitchens.example' },
  to: ['owner@kitchens.example', 'second@xn--kchen-kva.example'],
  replyTo: 'ada@example.com',
  subject: 'Minor kitchen project · Ada',
  date: new Date('2026-11-15T12:34:56Z'),
  messageId: '<a-r1@kitchens.example>',
  inReplyTo: null,
  boundary: '=_a-r1',
  text: 'Ein Küchentraum\n.\nFrom here',
  html: '<p style="x">K&#252;che</p>\r\n',
}

it('has headers that any mail program reads, in ASCII', () => {
  const message = mimeOf(email).toString('latin1')
  const [head = ''] = message.split('\r\n\r\n')
  assert.deepEqual(head.split('\r\n'), [
    'From: "Renegade Remodelers Kitchen Guide" <guide@kitchens.example>',
    'To: owner@kitchens.example,',
    ' second@xn--kchen-kva.example',
    'Reply-To: ada@example.com',
    'Subject: =?UTF-8?Q?Minor_kitchen_project_=C2=B7_Ada?=',
    'Message-ID: <a-r1@kitchens.example>',
    'Date: Sun, 15 Nov 2026 12:34:56 +0000',
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="=_a-r1"',
  ])
})

it('says the same in text and in HTML, in lines that no server breaks', () => {
  fc.assert(
    fc.property(words(), words(), (text, typed) => {
      const row = { question: typed, answer: typed }
      const content = { title: typed, subtitle: typed, footer: [typed] }
      const html = emailHtml({ ...content, facts: [{ name: typed, lines: [typed, typed] }], rows: [row] })
      const message = mimeOf({ ...email, text, html }).toString('latin1')
      const read = readEmail(message)
      assert.equal(read.text, withCrlf(text))
      assert.equal(read.html, html)
      assertPlainLines(message)
    }),
    { numRuns: 50 },
  )
})

it('quotes what a mail server might change, and nothing else', () => {
  const encodingOf = (text: string) =>
    /Content-Transfer-Encoding: (\S+)/.exec(mimeOf({ ...email, text }).toString('latin1'))?.[1]
  assert.equal(encodingOf('A dream\n.\nof a kitchen\n'), '7bit')
  const changed = [
    'Küche',
    'a \nb',
    'a ',
    'a\tb',
    'a\rb',
    'x\nFrom here',
    'x'.repeat(999),
    'a\u0000',
    '--=_a-r1',
  ]
  for (const text of changed) assert.equal(encodingOf(text), 'quoted-printable', JSON.stringify(text))
})

it('leaves ASCII readable, and lines that fit whole', () => {
  const line = `A dream of a\tkitchen, ${'x'.repeat(40)}`
  assert.equal(quotedPrintable(`${line}\n${line} = ü`), `${line}\r\n${line} =3D =C3=BC`)
})

it('breaks a long line anywhere but within an encoded byte', () => {
  for (let before = 0; before < 90; before += 1) {
    const text = `${'x'.repeat(before)}${'ü'.repeat(40)} `
    const lines = quotedPrintable(text).split('\r\n')
    assert.ok(lines.every((line) => line.length <= 76))
    assert.ok(lines.slice(0, -1).every((line) => line.endsWith('=') && !/=[0-9A-F]?=$/.test(line)))
    assert.match(lines.at(-1) ?? '', /=20$/)
    assert.equal(readEmail(mimeOf({ ...email, text }).toString('latin1')).text, text)
  }
})

it('takes little time for answers of nothing but empty lines', () => {
  const text = `a${'\n  '.repeat(250_000)}`
  const ms = computingMs(() => mimeOf({ ...email, text }))
  assert.ok(ms < 300, `${ms} ms`)
})

it('encodes the words of a header in pieces of whole characters, and leaves ASCII as it is', () => {
  assert.equal(encodedWords('Major kitchen project, Jane = Troy?'), 'Major kitchen project, Jane = Troy?')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 140 }), (subject) => {
      const line = subject.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
      const encoded = encodedWords(line)
      assert.ok(
        encoded
          .split('\r\n ')
          .every((word) => word === line || /^=\?UTF-8\?Q\?[\w!*+/=-]{0,63}\?=$/.test(word)),
      )
      assert.equal(
        readEmail(mimeOf({ ...email, subject: line }).toString('latin1')).headers.get('subject'),
        line,
      )
    }),
  )
  const subject = '=?UTF-8?Q?not_what_it_says?='
  assert.equal(readEmail(mimeOf({ ...email, subject }).toString('latin1')).headers.get('subject'), subject)
})

it('has no line with encoded words that is longer than mail programs must read', () => {
  const name = 'Müller & Söhne Küchenstudio und Badezimmer in Österreich Kitchen Guide'
  for (let length = 0; length < 80; length += 1) {
    const from = { ...email.from, name: name.slice(0, length) }
    const subject = `${'x'.repeat(length)} · ${'ü'.repeat(length)}`
    const [head = ''] = mimeOf({ ...email, from, subject })
      .toString('latin1')
      .split('\r\n\r\n')
    for (const line of head.split('\r\n')) assert.ok(!line.includes('=?') || line.length <= 76, line)
    const { headers } = readEmail(mimeOf({ ...email, from, subject }).toString('latin1'))
    assert.equal(headers.get('subject'), subject)
    assert.match(headers.get('from') ?? '', / <guide@kitchens\.example>$/)
  }
})

it('writes an address to reply to as headers have it, whatever dots a browser lets pass', () => {
  for (const [given, written] of [
    ['ada.b@example.com', 'ada.b@example.com'],
    ['ada.@example.com', '"ada."@example.com'],
    ['.ada@example.com', '".ada"@example.com'],
    ['a..b@example.com', '"a..b"@example.com'],
  ] as const) {
    assert.equal(problemWith({ label: 'E-mail', kind: 'email' }, given), null)
    assert.ok(mimeOf({ ...email, replyTo: given }).includes(`Reply-To: ${written}\r\n`), given)
  }
})

it('leaves out an address to reply to that is none, or longer than addresses are', () => {
  const long = `${'a'.repeat(308)}@example.com`
  assert.ok(mimeOf({ ...email, replyTo: long }).includes(`Reply-To: ${long}\r\n`))
  for (const replyTo of [`a${long}`, '', 'zoë@example.com', 'a\r\nBcc: b@example.com'])
    assert.ok(!/Reply-To|Bcc/.test(mimeOf({ ...email, replyTo }).toString('latin1')), replyTo)
})

it('writes an international domain in ASCII, and nothing of an address that has no such form', () => {
  assert.ok(
    mimeOf({ ...email, replyTo: 'ada@küchen.example' }).includes('Reply-To: ada@xn--kchen-kva.example\r\n'),
  )
  // Letters of which one byte would be a line's end, a colon or a blank, in a domain that mixes directions.
  const letters = (text: string) =>
    text.replace(/[^\w.-]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 256))
  for (const tail of ['\r\nX-Evil: yes', '\r\n\r\n<b>pay here', '\n.\r\nMAIL FROM:<a@b.c>\r\n']) {
    const replyTo = `x@a\u05d0b.${letters(tail)}`
    assert.equal(problemWith({ label: 'E-mail', kind: 'email' }, replyTo), null)
    assert.deepEqual(mimeOf({ ...email, replyTo }), mimeOf({ ...email, replyTo: '' }))
  }
  // Written out, this letter is a figure and a comma.
  assert.ok(!mimeOf({ ...email, replyTo: 'ada@b\u{1f101}c.com' }).includes('Reply-To'))
})

it('keeps what a name may not contain within its quotes', () => {
  const from = { ...email.from, name: 'Smith, "Bob" & Sons\\' }
  assert.ok(mimeOf({ ...email, from }).includes('From: "Smith, \\"Bob\\" & Sons\\\\" <guide@'))
  const other = { ...email.from, name: 'Küche, neu' }
  assert.ok(mimeOf({ ...email, from: other }).includes('From: =?UTF-8?Q?K=C3=BCche=2C_neu?= <guide@'))
})

const words = () =>
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('\n', '\r', '\r\n', ' \n', '=', '.\n', '\t\n', '\x7f', 'x'.repeat(74)),
      ),
    )
    .map((pieces) => pieces.join('').toWellFormed())

const withCrlf = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')

function assertPlainLines(message: string) {
  for (const line of message.split('\r\n')) {
    assert.match(line, /^[\t\x20-\x7e]{0,998}$/)
    assert.ok(!/[ \t]$/.test(line), JSON.stringify(line))
  }
}
