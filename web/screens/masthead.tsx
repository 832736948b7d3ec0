import { Fragment } from 'react'
import { HEADING } from '../ui/heading.tsx'

/**
 * The domain, as large as its line allows. It may break before a dot and between CamelCase words. masthead.css sizes it
 * by its length and by its longest word, each rounded up to a step.
 */
export function Masthead({ domain }: { domain: string }) {
  const words = domain.split(/(?=\.)|(?<=[a-z])(?=[A-Z])/)
  const longest = Math.max(...words.map((word) => word.length))
  return (
    <h1
      className="masthead"
      id={HEADING}
      tabIndex={-1}
      data-line={roundUp(domain.length, [17, 20, 22, 26, 32, 40])}
      data-word={roundUp(longest, [10, 13, 17, 22, 30])}
    >
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a domain never move
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </h1>
  )
}

const roundUp = (length: number, steps: readonly number[]) =>
  steps.find((step) => length <= step) ?? steps.at(-1)
