import type { ReactNode } from 'react'

/** No line begins with a sign that joins two words: it stays with the word before it. */
export const unbroken = (text: string): ReactNode =>
  text.split(/(\S+(?: [/&])+(?= ))/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span className="whole" key={piece}>
        {piece}
      </span>
    ),
  )
