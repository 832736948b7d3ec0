type Labels = Readonly<Record<string, string>>

export interface Metrics {
  count(name: CounterName, labels: Labels): void
  observe(name: DurationName, seconds: number): void
  /** Returns the Prometheus text format. `gauges` are current values by name and labels. */
  text(gauges: Readonly<Record<string, number>>): string
}

const counters = {
  submissions_total: 'Submissions by outcome.',
  delivery_attempts_total: 'Attempts to send an email by outcome.',
  message_attempts_total: 'Attempts to send a message by channel and outcome.',
  http_requests_total: 'Requests by status.',
} as const

const durations = {
  submission_seconds: 'How long a submission took.',
  delivery_seconds: 'How long an attempt to send an email took.',
} as const

type CounterName = keyof typeof counters
type DurationName = keyof typeof durations

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]
const PREFIX = 'kitchen_guide_'

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

/** Counters and histograms in memory. A library would be larger than this file. */
export function createMetrics(): Metrics {
  const counted = new Map<string, number>()
  const observed = new Map<DurationName, Histogram>()

  return {
    count(name, labels) {
      const series = `${PREFIX}${name}${labelText(labels)}`
      counted.set(series, (counted.get(series) ?? 0) + 1)
    },
    observe(name, seconds) {
      const histogram = observed.get(name) ?? { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 }
      observed.set(name, histogram)
      histogram.sum += seconds
      histogram.count += 1
      BOUNDS.forEach((bound, index) => {
        if (seconds <= bound) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1
      })
    },
    text(gauges) {
      const lines = Object.entries(counters).flatMap(([name, help]) => [
        ...header(name, help, 'counter'),
        ...[...counted]
          .filter(([series]) => series.startsWith(`${PREFIX}${name}`))
          .map(([series, value]) => `${series} ${value}`),
      ])
      const named = Map.groupBy(Object.entries(gauges), ([series]) => series.split('{')[0] ?? '')
      for (const [name, series] of named)
        lines.push(
          ...header(name, '', 'gauge'),
          ...series.map(([label, value]) => `${PREFIX}${label} ${value}`),
        )
      for (const [name, histogram] of observed)
        lines.push(...header(name, durations[name], 'histogram'), ...histogramLines(name, histogram))
      return `${lines.join('\n')}\n`
    },
  }
}

const header = (name: string, help: string, type: string) => [
  ...(help ? [`# HELP ${PREFIX}${name} ${help}`] : []),
  `# TYPE ${PREFIX}${name} ${type}`,
]

const histogramLines = (name: string, { buckets, sum, count }: Histogram) => [
  ...BOUNDS.map((bound, index) => `${PREFIX}${name}_bucket{le="${bound}"} ${buckets[index]}`),
  `${PREFIX}${name}_bucket{le="+Inf"} ${count}`,
  `${PREFIX}${name}_sum ${sum}`,
  `${PREFIX}${name}_count ${count}`,
]

/** Labels are fixed words and never a visitor's text, so they need no escaping. */
const labelText = (labels: Labels) =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`
