/** A rectangle of a master, in pixels, and the widths at which it is published. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly widths: readonly number[]
}

/** The crops of each master. The rectangles were chosen by eye, so check them when a master changes. */
export const pictureCrops: Readonly<Record<string, Readonly<Record<string, Crop>>>> = {
  cover: {
    wide: crop([0, 32, 2560, 1440], [960, 1440, 1920, 2560]),
    phone: crop([1146, 0, 1414, 1523], [390, 780]),
    upright: crop([1146, 0, 1414, 1600], [960, 1414]),
  },
  email: {
    tall: crop([24, 6, 1300, 1749], [600, 900, 1300]),
    phone: crop([150, 615, 1200, 726], [390, 780]),
    upright: crop([256, 6, 630, 1749], [420, 630]),
  },
  heart: {
    tall: crop([0, 0, 1350, 1800], [600, 900, 1350]),
    phone: crop([15, 645, 1200, 726], [390, 780]),
  },
  craft: {
    card: crop([0, 0, 1200, 1500], [420, 840, 1200]),
    phone: crop([0, 0, 1200, 1500], [390, 780]),
  },
  poster: { wide: crop([0, 0, 1280, 720], [640, 1280]) },
  feasibility: { card: crop([0, 0, 1440, 1080], [420, 840]) },
  discovery: { card: crop([0, 0, 1440, 1080], [420, 840]) },
  design: {
    card: crop([0, 0, 1440, 1080], [420, 840]),
    tall: crop([500, 0, 895, 1080], [895]),
    wide: crop([0, 240, 1440, 720], [780, 1440]),
  },
  minor: {
    portrait: crop([528, 0, 1188, 1485], [420, 792]),
    square: crop([234, 6, 1494, 1494], [600, 840, 996, 1494]),
    wide: crop([0, 150, 2400, 1350], [390, 780]),
    photo: crop([63, 0, 2000, 1500], [120, 240, 390, 780, 1200, 1800]),
  },
  major: {
    portrait: crop([600, 0, 1200, 1500], [420, 800]),
    square: crop([428, 0, 1500, 1500], [600, 840, 1000, 1500]),
    wide: crop([0, 90, 2400, 1350], [390, 780]),
    photo: crop([200, 0, 2000, 1500], [120, 240, 390, 780, 1200, 1800]),
  },
  upscale: {
    portrait: crop([435, 0, 1200, 1500], [420, 800]),
    square: crop([306, 0, 1494, 1494], [600, 840, 996, 1494]),
    wide: crop([0, 45, 2400, 1350], [390, 780]),
    photo: crop([200, 0, 2000, 1500], [120, 240, 390, 780, 1200, 1800]),
  },
  plans: {
    tall: crop([0, 0, 1350, 1800], [600, 900, 1350]),
    phone: crop([177, 600, 1170, 708], [390, 780]),
    upright: crop([592, 0, 645, 1800], [430, 645]),
  },
  mess: {
    tall: crop([0, 48, 1314, 1752], [600, 900, 1314]),
    phone: crop([0, 516, 1314, 795], [390, 780]),
  },
  level: {
    wide: crop([0, 0, 2560, 1088], [960, 1440, 1920, 2560]),
    phone: crop([112, 0, 1933, 1088], [390, 780]),
  },
  thanks: {
    wide: crop([0, 211, 2560, 1280], [960, 1440, 1920, 2560]),
    phone: crop([445, 173, 1328, 1328], [390, 780, 1170]),
    upright: crop([424, 0, 1440, 1600], [900, 1440]),
  },
}

/** The pictures of emails, 1200x560: one for each type of remodel, and one for a project without a type. */
export const mailCrops: Readonly<Record<string, Crop>> = {
  cover: crop([160, 330, 2400, 1120], [1200]),
  minor: crop([63, 330, 2000, 933], [1200]),
  major: crop([200, 330, 2000, 933], [1200]),
  upscale: crop([200, 330, 2000, 933], [1200]),
}

/** Why the crops do not fit a master of this size, or null. */
export function cropProblem(name: string, master: { width: number; height: number }): string | null {
  for (const [cropName, { left, top, width, height, widths }] of Object.entries(pictureCrops[name] ?? {})) {
    const [right, bottom] = [left + width, top + height]
    if (right > master.width || bottom > master.height)
      return `art/masters/${name}.png has ${master.width}x${master.height} pixels, and its crop '${cropName}' in scripts/picture-crops.ts extends to ${right}x${bottom}. Choose another rectangle or a larger picture.`
    const largest = Math.max(...widths)
    if (largest > width)
      return `The crop '${cropName}' of '${name}' in scripts/picture-crops.ts is ${width} pixels wide and would be enlarged to ${largest}. Make it larger, or remove that width.`
  }
  return null
}

function crop(
  [left, top, width, height]: readonly [number, number, number, number],
  widths: readonly number[],
): Crop {
  return { left, top, width, height, widths }
}
