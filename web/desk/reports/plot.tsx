import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../desk/pluralize.ts'
import styles from './plot.module.css'
import { labelStep } from './scale.ts'

/** The area a plot draws in, in pixels. */
export interface Area {
  readonly width: number
  readonly left: number
  readonly bottom: number
  readonly y: (value: number) => number
  /** The center of a position on the x axis, and the width of each. */
  readonly x: (index: number) => number
  readonly band: number
  /** How much larger than usual the text is. */
  readonly zoom: number
}

export interface PlotProps {
  readonly title: string
  readonly xName: string
  readonly yName: string
  readonly labels: readonly string[]
  /** From 0 upwards. */
  readonly ticks: readonly number[]
  readonly tickText?: (tick: number) => string
  readonly legend?: ReactNode
  /** The width of a label of the x axis, at the usual text size. */
  readonly labelWidth?: number
  readonly children: (area: Area) => ReactNode
}

const HEIGHT = 260
const TOP = 14
const BOTTOM = 34

/** The frame of a plot: title, axes and rules. A table beside it gives the numbers. */
export function Plot(props: PlotProps) {
  const {
    title,
    xName,
    yName,
    labels,
    ticks,
    tickText = formatNumber,
    legend,
    labelWidth = 52,
    children,
  } = props
  const [box, { width, zoom }] = useRoom()
  const left = 14 + Math.max(...ticks.map((tick) => tickText(tick).length)) * 8 * zoom
  const highest = ticks.at(-1) ?? 1
  const room = Math.max(1, width - left - 8)
  const bottom = HEIGHT - BOTTOM * zoom
  const band = room / Math.max(1, labels.length)
  const area: Area = {
    width,
    left,
    bottom,
    band,
    zoom,
    y: (value) => bottom - (value / highest) * (bottom - TOP),
    x: (index) => left + (index + 0.5) * band,
  }
  const step = labelStep(labels.length, room, labelWidth * zoom)

  return (
    <figure className={`box ${styles.plot}`}>
      <figcaption>
        <h3>{title}</h3>
        <p>
          {yName} by {xName}
        </p>
        {legend}
      </figcaption>
      <div ref={box}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line className={styles.rule} x1={left} x2={width} y1={area.y(tick)} y2={area.y(tick)} />
                <text textAnchor="end" x={left - 8} y={area.y(tick) + 4 * zoom}>
                  {tickText(tick)}
                </text>
              </g>
            ))}
            {children(area)}
            <line className={styles.axis} x1={left} x2={width} y1={bottom} y2={bottom} />
            {labels.map(
              (label, index) =>
                index % step === 0 && (
                  <text textAnchor="middle" key={label} x={area.x(index)} y={bottom + 20 * zoom}>
                    {label}
                  </text>
                ),
            )}
          </svg>
        )}
      </div>
    </figure>
  )
}

/** The available width, so that text keeps its size on every screen, and how much larger than usual the text is. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, zoom: 1 })
  // Observes the size of the figure. Larger text changes its height even if the width stays the same.
  useEffect(() => {
    const element = box.current
    const figure = element?.parentElement
    if (!figure) return
    const observer = new ResizeObserver(() =>
      setRoom({
        width: Math.floor(element.clientWidth),
        zoom: Number.parseFloat(getComputedStyle(element).fontSize) / 16,
      }),
    )
    observer.observe(figure)
    return () => observer.disconnect()
  }, [])
  return [box, room] as const
}
