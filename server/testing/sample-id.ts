let made = 0

/** An id as a browser makes it, another one each time. */
export const sampleId = (): string =>
  `test_${String(++made).padStart(7, '0')}-${process.pid}`.padEnd(22, '_').slice(0, 22)
