import type { ReactNode } from 'react'

/**
 * No line begins with a sign that joins two words: it stays with the word before it. Nor does one end with a `The`
 * that begins something, as after a dash, or with a number that counts what comes next.
 */
export const unbroken = (text: string): ReactNode =>
  text.split(/(\S+(?: [-/&])+(?= )|\bThe \S+|\d+ \S+)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces keep their places, and two may read alike
      <span className="whole" key={index}>
        {piece}
      </span>
    ),
  )
