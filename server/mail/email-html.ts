import type { EmailContent, Fact } from './email-content.ts'

const GREEN = '#1F4236'
const BUTTER = '#F6E2A0'
const PAPER = '#FBF7EC'
const INK = '#23302B'
const QUIET = '#5C6B64'
const LINE = '#E4DECB'
const SERIF = "Georgia, 'Times New Roman', serif"
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/**
 * One column with inline styles, which is what mail programs on phones agree on. It loads nothing. What all
 * of it shares stands once, on the column: each row that repeats it makes every e-mail longer.
 *
 * It is written as mail servers leave it, whatever a visitor typed: in visible ASCII, in lines that begin and end
 * with a tag. To look at all of it for what they change would take longer than to write it.
 */
export function emailHtml({ title, subtitle, facts, rows, footer }: EmailContent): string {
  return inLines([
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escaped(subtitle)}</title>${forOutlook.fonts}</head>`,
    `<body style="margin:0;padding:0;background:${PAPER};color:${INK};font:16px/1.5 ${SANS}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center">${forOutlook.begin}`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#FFFFFF;color:${INK};${WRAP}">`,
    `<tr><td bgcolor="${GREEN}" style="background:${GREEN};padding:28px 24px 24px;border-bottom:6px solid ${BUTTER}">`,
    `<p style="margin:0 0 6px;color:${BUTTER};font-size:13px;letter-spacing:.08em;text-transform:uppercase">${escaped(subtitle)}</p>`,
    `<h1 style="margin:0;color:#FFFFFF;font:400 28px/1.2 ${SERIF}">${escaped(title)}</h1>`,
    '</td></tr>',
    '<tr><td style="padding:12px 24px 8px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">',
    inLines(facts.map(factHtml)),
    '</table></td></tr>',
    `<tr><td style="padding:20px 24px 4px"><h2 style="margin:0;color:${GREEN};font:400 21px/1.3 ${SERIF}">Every question</h2></td></tr>`,
    '<tr><td style="padding:0 24px">',
    inLines(rows.map(rowHtml)),
    '</td></tr>',
    `<tr><td style="padding:30px 24px 32px;color:${QUIET};font-size:13px">${footer.map(escaped).join('<br>')}</td></tr>`,
    '</table>',
    `${forOutlook.end}</td></tr></table>`,
    '</body></html>',
    '',
  ])
}

/**
 * Outlook on Windows shows e-mails as Word does: no table is kept from growing as wide as the window, and none has
 * the font of what is around it. All others take this for a comment.
 */
export const forOutlook = {
  fonts: '<!--[if mso]><style>td,p{font-family:Arial,sans-serif}</style><![endif]-->',
  begin:
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
}

/** Long words of a visitor must not widen the page. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'

/** One growing text: to join a list takes longer. */
function inLines(parts: readonly string[]): string {
  let all = ''
  for (const part of parts) all += all ? `\r\n${part}` : part
  return all
}

const factHtml = ({ name, lines }: Fact) =>
  `<tr><td style="padding:12px 0;border-bottom:1px solid ${LINE}"><p style="margin:0 0 2px;color:${QUIET};font-size:13px">${escaped(name)}</p>${lines
    .map(
      (line, index) =>
        `<p style="margin:${index === 0 ? '0;font-size:18px' : `4px 0 0;color:${QUIET}`}">${multiline(line)}</p>`,
    )
    .join('')}</td></tr>`

const rowHtml = ({ question, answer }: EmailContent['rows'][number]) =>
  `<p style="margin:18px 0 2px;color:${QUIET};font-size:13px">${escaped(question)}</p><p style="margin:0${answer ? '' : `;color:${QUIET}`}">${answer ? multiline(answer) : '(not answered)'}</p>`

const multiline = (text: string) =>
  isPlain(text)
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .map(escaped)
        .join('<br>')

/** Every visitor's word is shown as it was typed, whatever it looks like. */
const escaped = (text: string) =>
  isPlain(text)
    ? text
    : text.replace(/[&<>"'=]|[^\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`)

/**
 * Most words are shown as they are, and one look at them takes less than to replace nothing twice. Not plain are
 * `&<>"'`, `=`, with which what stands between the parts of a message begins, and all but visible ASCII.
 */
const isPlain = (text: string) => !/[^ !#-%(-;?-~]/.test(text)
