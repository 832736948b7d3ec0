import type { ReactNode } from 'react'
import { formatNumber } from '../../../desk/pluralize.ts'

interface Row {
  readonly name: string
  readonly value: number
  /** The end of the bar, shown hatched. */
  readonly part?: number
}

interface RowsProps {
  readonly title: string
  readonly caption: string
  readonly legend?: ReactNode
  readonly rows: readonly Row[]
}

/** Bars that lie, so that long names fit beside them. A table gives the numbers. Its page has the hatching of Bars. */
export function Rows({ title, caption, legend, rows }: RowsProps) {
  const highest = Math.max(1, ...rows.map(({ value }) => value))
  const percent = (value: number) => `${(value / highest) * 100}%`
  return (
    <figure className="plot">
      <figcaption>
        <h3>{title}</h3>
        <p>{caption}</p>
        {legend}
      </figcaption>
      <ul className="bar-rows" aria-hidden="true">
        {rows.map(({ name, value, part = 0 }) => (
          <li key={name}>
            <span>{name}</span>
            <svg width="100%" height="20" aria-hidden="true">
              <rect className="bar-fill" width={percent(value)} height="20" />
              {part > 0 && (
                <rect
                  className="bar-part"
                  fill="url(#hatch)"
                  x={percent(value - part)}
                  width={percent(part)}
                  height="20"
                />
              )}
            </svg>
            <span>{formatNumber(value)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
