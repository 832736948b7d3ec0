const STEPS = 4

/** Round numbers from 0 to at least `highest`, for an axis. */
export function ticksTo(highest: number): readonly number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((round) => round * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}

/** The same for minutes, with steps that are round on a clock. */
export function minuteTicksTo(highest: number): readonly number[] {
  const rough = highest / STEPS
  const step = [5, 10, 15, 30, 60, 120, 240, 300, 600, 1200].find((round) => round >= rough)
  if (!step) return ticksTo(highest / 60).map((hours) => hours * 60)
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step)
}

/** Show every n-th label, so that all have room. */
export function labelStep(labels: number, room: number, width: number): number {
  const most = Math.max(1, Math.floor(room / width))
  return [1, 2, 4, 5, 7, 10, 14, 20, 28, 30, 60, 90].find((step) => labels / step <= most) ?? labels
}
