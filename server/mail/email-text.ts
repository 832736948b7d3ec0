import type { EmailContent } from './email-content.ts'

/**
 * The plain part: for watches, screen readers and search. It is one growing text, because a list of lines to
 * be joined takes three times as long.
 */
export function emailText({ title, subtitle, facts, rows, footer }: EmailContent): string {
  let text = `${subtitle}: ${title}\n\n`
  for (const { name, lines } of facts) {
    text += `${name}:\n`
    for (const line of lines) text += `  ${indented(line)}\n`
  }
  text += '\nEVERY QUESTION\n\n'
  for (const { question, answer } of rows)
    text += `${question}\n  ${indented(answer || '(not answered)')}\n\n`
  for (const line of footer) text += `${line}\n`
  return text
}

const indented = (text: string) => (/[\r\n]/.test(text) ? text.replace(/\r\n|\r|\n/g, '\n  ') : text)
