let made = 0

/** A new project id of the browser's format. */
export const sampleId = (): string =>
  `test_${String(++made).padStart(7, '0')}-${process.pid}`.padEnd(22, '_').slice(0, 22)
