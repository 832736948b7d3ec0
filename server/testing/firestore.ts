import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endProcess, eventually, freePort, startProcess } from './server-process.ts'

export interface TestFirestore {
  readonly host: string
  close(): Promise<void>
}

const JAR = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'

// biome-ignore lint/style/noProcessEnv: set by the test run, not a setting of the product
const { TEST_FIRESTORE } = process.env

/** Google's Firestore emulator, which all files of a test run share, or the reason why it cannot start. */
export async function startFirestore(): Promise<TestFirestore | string> {
  if (TEST_FIRESTORE) return { host: TEST_FIRESTORE, close: async () => {} }
  const jar = ['/usr/lib/google-cloud-sdk', sdkRoot()]
    .map((root) => join(root, JAR))
    .find((path) => existsSync(path))
  if (!jar) return "Google's Firestore emulator is not installed here"
  if (!canRun('java')) return 'Java, which the Firestore emulator needs, is not installed here'

  const port = await freePort()
  const host = `127.0.0.1:${port}`
  const emulator = startProcess('java', [
    '-Xmx512m',
    // Compiles less and collects garbage on one thread, because the emulator runs for seconds only.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-cp',
    jar,
    MAIN,
    'start',
    '--host=127.0.0.1',
    `--port=${port}`,
  ])
  await eventually(() => isReady(host), 180_000)
  return { host, close: () => endProcess(emulator, 'SIGTERM') }
}

/** The first write is slow, so it is made here and not in a test. */
async function isReady(host: string): Promise<boolean> {
  const place = 'projects/warm-up/databases/(default)/documents'
  const response = await fetch(`http://${host}/v1/${place}:commit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ writes: [{ update: { name: `${place}/projects/first`, fields: {} } }] }),
  })
  return response.ok
}

function sdkRoot(): string {
  try {
    return execFileSync('gcloud', ['info', '--format=value(installation.sdk_root)'], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return '/nowhere'
  }
}

function canRun(command: string): boolean {
  try {
    execFileSync(command, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
