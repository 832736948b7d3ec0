import { FDA_SHORT } from '../../questionnaire/business.ts'
import type { RowGroup } from '../../questionnaire/review.ts'
import type { EmailContent, EmailRow, Fact } from './email-content.ts'

/** The Content-IDs of the files that an email with a head carries. */
export const contentIds = { logo: 'logo@kitchen-guide', picture: 'picture@kitchen-guide' }

const GREEN = '#1F4236'
const BUTTER = '#F6E2A0'
const TAPE = '#F2C63F'
const PAPER = '#FBF7EC'
const INK = '#23302B'
const QUIET = '#5C6B64'
const LINE = '#E4DECB'
const SERIF = "Georgia, 'Times New Roman', serif"
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/**
 * One column with inline styles, which all mail programs on phones support. It loads no files from the network. Styles
 * shared by all rows are set once, on the column.
 */
export function emailHtml(content: EmailContent): string {
  const { head, title, subtitle, facts, link, rowsTitle, groups, note, footer } = content
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subtitle)}</title>${forOutlook.fonts}</head>`,
    `<body style="margin:0;padding:0;background:${PAPER};color:${INK};font:16px/1.5 ${SANS}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center">${forOutlook.begin}`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#FFFFFF;color:${INK};${WRAP}">`,
    ...(head ? [headHtml(head)] : []),
    `<tr><td bgcolor="${GREEN}" style="background:${GREEN};padding:28px 24px 24px;border-${head ? 'top' : 'bottom'}:6px solid ${TAPE}">`,
    ...(head ? [] : [subtitleHtml(subtitle)]),
    `<h1 style="margin:0;color:#FFFFFF;font:400 28px/1.2 ${SERIF}">${escapeHtml(title)}</h1>`,
    '</td></tr>',
    '<tr><td style="padding:12px 24px 8px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">',
    ...facts.map(factHtml),
    '</table></td></tr>',
    ...(link ? [linkHtml(link)] : []),
    `<tr><td style="padding:28px 24px 4px"><h2 style="margin:0;color:${GREEN};font:400 22px/1.3 ${SERIF}">${escapeHtml(rowsTitle)}</h2></td></tr>`,
    '<tr><td style="padding:0 24px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">',
    ...groups.flatMap(groupHtml),
    '</table></td></tr>',
    ...(note ? [`<tr><td style="padding:16px 24px 0">${escapeHtml(note)}</td></tr>`] : []),
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

/** The names are text, so the email reads the same in a program that shows no pictures. */
const headHtml = ({ brandName, tagline, alt }: NonNullable<EmailContent['head']>) =>
  [
    `<tr><td style="padding:20px 24px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="60"><img src="cid:${contentIds.logo}" width="48" height="48" alt="" style="display:block"></td>`,
    `<td><p style="margin:0;font:700 19px/1.25 ${SERIF}">${escapeHtml(brandName)}</p><p style="margin:0;color:${QUIET};font-size:15px">${escapeHtml(tagline)}</p></td></tr></table></td></tr>`,
    `<tr><td><img src="cid:${contentIds.picture}" width="600" alt="${escapeHtml(alt)}" style="display:block;width:100%;height:auto"></td></tr>`,
  ].join('\n')

const subtitleHtml = (subtitle: string) =>
  `<p style="margin:0 0 6px;color:${BUTTER};font-size:13px;letter-spacing:.08em;text-transform:uppercase">${escapeHtml(subtitle)}</p>`

const factHtml = ({ name, lines }: Fact) =>
  `<tr><td style="padding:12px 0;border-bottom:1px solid ${LINE}"><p style="margin:0 0 2px;color:${QUIET};font-size:13px">${escapeHtml(name)}</p>${lines
    .map(
      (line, index) =>
        `<p style="margin:${index === 0 ? '0;font-size:18px' : `4px 0 0;color:${QUIET}`}">${multiline(line).replace(UNBREAKABLE, '<span style="white-space:nowrap">$&</span>')}</p>`,
    )
    .join('')}</td></tr>`

const linkHtml = ({ text, address }: NonNullable<EmailContent['link']>) =>
  `<tr><td style="padding:16px 24px 4px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:10px 18px;background:${GREEN};color:#FFFFFF;text-decoration:none">${escapeHtml(text)}</a></td></tr>`

/** Texts with a hyphen at which a narrow line would break: prices such as `$800-3000`, and F-D-A. */
const UNBREAKABLE = new RegExp(`${FDA_SHORT}|\\$\\S*\\d`, 'g')

const groupHtml = ({ title, rows }: RowGroup<EmailRow>): readonly string[] => [
  ...(title
    ? [
        `<tr><td colspan="2" style="padding:28px 0 8px"><h3 style="margin:0;font:700 16px/1.3 ${SANS}">${escapeHtml(title)}</h3></td></tr>`,
      ]
    : []),
  ...rows.map(rowHtml),
]

/** Question and answer side by side; a long answer below its question, because a phone's column is narrow. */
function rowHtml({ question, answer }: EmailRow): string {
  const cell = (style: string, html: string) =>
    `<td valign="top" style="${style};border-top:1px solid ${LINE}">${html}</td>`
  const questionStyle = `color:${QUIET};font-size:13px`
  const answerHtml = answer ? multiline(answer) : `<span style="color:${QUIET}">(not answered)</span>`
  return answer.length > MAX_BESIDE
    ? `<tr><td colspan="2" style="padding:10px 0;border-top:1px solid ${LINE}"><p style="margin:0 0 2px;${questionStyle}">${escapeHtml(question)}</p><p style="margin:0">${answerHtml}</p></td></tr>`
    : `<tr>${cell(`width:44%;padding:10px 16px 10px 0;${questionStyle}`, escapeHtml(question))}${cell('padding:10px 0', answerHtml)}</tr>`
}

const MAX_BESIDE = 80

const multiline = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map(escapeHtml)
    .join('<br>')

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
