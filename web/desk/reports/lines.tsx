import styles from './plot.module.css'
import { type Area, Plot, type PlotProps } from './plot.tsx'

interface Line {
  readonly name: string
  readonly look: 'solid' | 'dashed'
  readonly values: readonly (number | null)[]
}

type LinesProps = Omit<PlotProps, 'children' | 'legend'> & {
  readonly lines: readonly Line[]
  /** By name, lowest first. */
  readonly thresholds?: Readonly<Record<string, number>>
}

/** Values over time. Lines differ by dash and mark, not only by color; a missing value leaves a gap. */
export function Lines({ lines, thresholds = {}, ...plot }: LinesProps) {
  const highest = plot.ticks.at(-1) ?? 1
  return (
    <Plot {...plot} legend={lines.length > 1 && <Legend lines={lines} />}>
      {(area) => (
        <>
          {Object.entries(thresholds)
            .filter(([, at]) => at <= highest)
            .map(([name, at], index) => (
              <g key={name} className={styles.threshold}>
                <line x1={area.left} x2={area.width} y1={area.y(at)} y2={area.y(at)} />
                {/* Names stay on separate lines even when their thresholds nearly meet. */}
                <text
                  textAnchor="end"
                  x={area.width}
                  y={Math.min(area.y(at), area.bottom - index * 15 * area.zoom) - 5}
                >
                  {name}
                </text>
              </g>
            ))}
          {lines.map(({ name, look, values }) => (
            <g key={name} className={styles.line} data-look={look}>
              <path d={pathOf(values, area)} />
              {values.map(
                (value, index) =>
                  value !== null && (
                    <Mark
                      // biome-ignore lint/suspicious/noArrayIndexKey: a line has one value per index
                      key={index}
                      look={look}
                      x={area.x(index)}
                      y={area.y(value)}
                      size={area.band < 10 ? 2 : 4}
                    />
                  ),
              )}
            </g>
          ))}
        </>
      )}
    </Plot>
  )
}

function Mark({ look, x, y, size }: { look: Line['look']; x: number; y: number; size: number }) {
  return look === 'solid' ? (
    <circle cx={x} cy={y} r={size} />
  ) : (
    <rect x={x - size} y={y - size} width={size * 2} height={size * 2} />
  )
}

function Legend({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className={styles.legend}>
      {lines.map(({ name, look }) => (
        <li key={name}>
          <svg width="36" height="12" aria-hidden="true">
            <g className={styles.line} data-look={look}>
              <path d="M0 6h36" />
              <Mark look={look} x={18} y={6} size={4} />
            </g>
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function pathOf(values: readonly (number | null)[], { x, y }: Area): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const begins = index === 0 || values[index - 1] === null
      return `${begins ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}
