import type { EmailContent, EmailRow, Fact } from './email-content.ts'

const GREEN = '#1F4236'
const BUTTER = '#F6E2A0'
const PAPER = '#FBF7EC'
const INK = '#23302B'
const QUIET = '#5C6B64'
const LINE = '#E4DECB'
const SERIF = "Georgia, 'Times New Roman', serif"
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/**
 * One column with inline styles, which all mail programs on phones support. It loads no files. Styles shared by all rows
 * are set once, on the column.
 */
export function emailHtml({ title, subtitle, facts, link, rowsTitle, rows, footer }: EmailContent): string {
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subtitle)}</title>${forOutlook.fonts}</head>`,
    `<body style="margin:0;padding:0;background:${PAPER};color:${INK};font:16px/1.5 ${SANS}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center">${forOutlook.begin}`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#FFFFFF;color:${INK};${WRAP}">`,
    `<tr><td bgcolor="${GREEN}" style="background:${GREEN};padding:28px 24px 24px;border-bottom:6px solid ${BUTTER}">`,
    `<p style="margin:0 0 6px;color:${BUTTER};font-size:13px;letter-spacing:.08em;text-transform:uppercase">${escapeHtml(subtitle)}</p>`,
    `<h1 style="margin:0;color:#FFFFFF;font:400 28px/1.2 ${SERIF}">${escapeHtml(title)}</h1>`,
    '</td></tr>',
    '<tr><td style="padding:12px 24px 8px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">',
    ...facts.map(factHtml),
    '</table></td></tr>',
    ...(link ? [linkHtml(link)] : []),
    `<tr><td style="padding:20px 24px 4px"><h2 style="margin:0;color:${GREEN};font:400 21px/1.3 ${SERIF}">${escapeHtml(rowsTitle)}</h2></td></tr>`,
    '<tr><td style="padding:0 24px">',
    ...rows.map(rowHtml),
    '</td></tr>',
    `<tr><td style="padding:30px 24px 32px;color:${QUIET};font-size:13px">${footer.map(escapeHtml).join('<br>')}</td></tr>`,
    '</table>',
    `${forOutlook.end}</td></tr></table>`,
    '</body></html>',
    '',
  ].join('\n')
}

/**
 * Outlook on Windows renders emails with Word, which ignores max-width and does not inherit fonts into tables.
 * Other mail programs see comments.
 */
export const forOutlook = {
  fonts: '<!--[if mso]><style>td,p{font-family:Arial,sans-serif}</style><![endif]-->',
  begin:
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
}

/** Breaks long words so that they do not widen the page. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'

const factHtml = ({ name, lines }: Fact) =>
  `<tr><td style="padding:12px 0;border-bottom:1px solid ${LINE}"><p style="margin:0 0 2px;color:${QUIET};font-size:13px">${escapeHtml(name)}</p>${lines
    .map(
      (line, index) =>
        `<p style="margin:${index === 0 ? '0;font-size:18px' : `4px 0 0;color:${QUIET}`}">${multiline(line)}</p>`,
    )
    .join('')}</td></tr>`

const linkHtml = ({ text, address }: NonNullable<EmailContent['link']>) =>
  `<tr><td style="padding:16px 24px 4px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:10px 18px;background:${GREEN};color:#FFFFFF;text-decoration:none">${escapeHtml(text)}</a></td></tr>`

const rowHtml = ({ question, answer }: EmailRow) =>
  `<p style="margin:18px 0 2px;color:${QUIET};font-size:13px">${escapeHtml(question)}</p><p style="margin:0${answer ? '' : `;color:${QUIET}`}">${answer ? multiline(answer) : '(not answered)'}</p>`

const multiline = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map(escapeHtml)
    .join('<br>')

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
