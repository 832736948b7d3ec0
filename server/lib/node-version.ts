import { engines } from './product.ts'

// Imported first, so that an old version of Node stops with a message instead of failing somewhere else.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Such as `>=24.20`.
const [oldestMajor = 0, oldestMinor = 0] = engines.node.replace('>=', '').split('.').map(Number)

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `Node ${oldestMajor}.${oldestMinor} or newer is required; this is ${process.version}. Use npm start, which runs the Node that npm ci installs.\n`,
  )
  process.exit(1)
}
