import type { ReactNode } from 'react'

/**
 * Prevents line breaks before a dash, slash or ampersand between two words, after `The`, and between a number and the
 * word it counts.
 */
export const noBreak = (text: string): ReactNode =>
  text.split(/(\S+(?: [-/&])+(?= )|\bThe \S+|\d+ \S+)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move, and two may be equal
      <span className="whole" key={index}>
        {piece}
      </span>
    ),
  )
