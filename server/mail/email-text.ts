import type { EmailContent } from './email-content.ts'

/** The plain text part, for watches, screen readers and search. */
export function emailText({
  title,
  subtitle,
  facts,
  link,
  rowsTitle,
  groups,
  note,
  footer,
}: EmailContent): string {
  return [
    `${subtitle}: ${title}`,
    '',
    ...facts.flatMap(({ name, lines }) => [`${name}:`, ...lines.map(indent)]),
    ...(link ? [`${link.text}:`, indent(link.address)] : []),
    '',
    rowsTitle.toUpperCase(),
    '',
    ...groups.flatMap(({ title, rows }) => [
      ...(title ? [title.toUpperCase(), ''] : []),
      ...rows.flatMap(({ question, answer }) => [question, indent(answer || '(not answered)'), '']),
    ]),
    ...(note ? [note, ''] : []),
    ...footer,
    '',
  ].join('\n')
}

const indent = (text: string) => `  ${text.replace(/\r\n|\r|\n/g, '\n  ')}`
