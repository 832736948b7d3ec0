import type { FocusEvent } from 'react'
import { formatNumber } from '../../../desk/pluralize.ts'
import styles from './number-table.module.css'

interface NumberTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly NumberRow[]
}

/** The first cell is the name of the row. A row with fewer numbers than columns has a wider name. */
export type NumberRow = readonly (string | number)[]

/** The numbers behind a plot. */
export function NumberTable({ caption, columns, rows }: NumberTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={styles.box} aria-label={caption} tabIndex={0} onFocus={showItsTop}>
      <table className={styles.table}>
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
          {rows.map(([name, ...numbers]) => (
            <tr key={name}>
              <th scope="row" colSpan={columns.length - numbers.length}>
                {name}
              </th>
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
 * A browser scrolls to the middle of a table that is higher than the window, where its columns have no names. Without
 * `relatedTarget` the focus only returns with the window, and the table stays where it was.
 */
const showItsTop = ({ target, relatedTarget }: FocusEvent<HTMLElement>) =>
  target.matches(':focus-visible') && relatedTarget && target.scrollIntoView()
