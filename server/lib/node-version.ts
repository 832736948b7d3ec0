/** Imported before anything else, so that an older Node says what is wrong instead of failing somewhere. */
const OLDEST = 26

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(
    `Node ${OLDEST} or newer is needed; this is ${process.version}. Use npm start, or install it where npm ci brings none.\n`,
  )
  process.exit(1)
}
