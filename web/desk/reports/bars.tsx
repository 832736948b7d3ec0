import styles from './plot.module.css'
import { Plot, type PlotProps } from './plot.tsx'

interface Bar {
  readonly name: string
  readonly value: number | null
  /** The upper part of the bar, shown hatched. */
  readonly part?: number
}

type BarsProps = Omit<PlotProps, 'children' | 'labels'> & { readonly bars: readonly Bar[] }

/** A bar chart. A part of each bar can be hatched, which is visible without color. */
export function Bars({ bars, ...plot }: BarsProps) {
  return (
    <Plot {...plot} labels={bars.map(({ name }) => name)}>
      {({ x, y, band, bottom }) => {
        const width = Math.max(3, Math.min(44, band * 0.72))
        return (
          <>
            <defs>
              <pattern
                id="hatch"
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="6" height="6" />
                <line x1="1" x2="1" y1="0" y2="6" />
              </pattern>
            </defs>
            {bars.map(({ name, value, part = 0 }, index) => {
              if (value === null) return null
              const left = x(index) - width / 2
              return (
                <g key={name}>
                  <rect
                    className={styles.bar}
                    x={left}
                    width={width}
                    y={y(value)}
                    height={bottom - y(value)}
                  />
                  {part > 0 && (
                    <rect
                      className={styles.part}
                      fill="url(#hatch)"
                      x={left}
                      width={width}
                      y={y(value)}
                      height={y(value - part) - y(value)}
                    />
                  )}
                </g>
              )
            })}
          </>
        )
      }}
    </Plot>
  )
}
