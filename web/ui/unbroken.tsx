import type { ReactNode } from 'react'

/** No line begins with a sign that joins two words: it stays with the word before it. */
export const unbroken = (text: string, together = SIGNS): ReactNode =>
  text.split(together).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces keep their places, and two may read alike
      <span className="whole" key={index}>
        {piece}
      </span>
    ),
  )

const SIGNS = /(\S+(?: [-/&])+(?= ))/

/** Nor does a line of a heading end with an article. An answer has smaller letters, and its lines are better full. */
export const SIGNS_AND_ARTICLES = /(\S+(?: [-/&])+(?= )|\b(?:the|an?) \S+)/i
