import type { FocusEvent } from 'react'
import { formatNumber } from '../../../desk/pluralize.ts'

interface NumberTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly (string | number)[] }[]
}

/** The numbers of a plot. The first cell of a row names it; the others are numbers. */
export function NumberTable({ caption, columns, rows }: NumberTableProps) {
  return (
    // A wide table scrolls by itself, and by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="scroll-box" aria-label={caption} tabIndex={0} onFocus={showItsTop}>
      <table className="number-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {numbers.map((number, index) => (
                <td key={columns[index + 1]}>{typeof number === 'number' ? formatNumber(number) : number}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * For the keyboard. A browser shows the middle of what is higher than the window, where no column has a name. Who
 * comes back from another window had the focus here, and stays where they were.
 */
const showItsTop = ({ target, relatedTarget }: FocusEvent<HTMLElement>) =>
  target.matches(':focus-visible') && relatedTarget && target.scrollIntoView()
