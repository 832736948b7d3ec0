import type { EmailContent } from './project-email.ts'

/** The plain part: for watches, screen readers and search. */
export function emailText({ title, subtitle, facts, rows, footer }: EmailContent): string {
  return [
    `${subtitle}: ${title}`,
    '',
    ...facts.flatMap(({ name, lines }) => [`${name}:`, ...lines.map(indented)]),
    '',
    'EVERY QUESTION',
    '',
    ...rows.flatMap(({ question, answer }) => [question, indented(answer || '(not answered)'), '']),
    ...footer,
    '',
  ].join('\n')
}

const indented = (text: string) => `  ${text.replace(/\r\n|\r|\n/g, '\n  ')}`
