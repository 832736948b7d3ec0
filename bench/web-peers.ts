import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { compressFiles } from '../scripts/compress-files.ts'
import { describeError } from '../server/lib/errors.ts'
import { pictures } from '../vite.config.ts'
import { installPeer } from './install-peer.ts'
import { serveFolders } from './static-site.ts'

/** A questionnaire's first page. */
export interface Site {
  readonly name: string
  readonly url: string
  /** The button that starts the questionnaire. */
  readonly start: string
  /** The first question. */
  readonly question: string
}

interface WebPeer extends Omit<Site, 'url'> {
  /** Its folder in bench/peers/web. */
  readonly folder: string
}

export const CLIENT_ONLY: WebPeer = {
  name: 'client-only',
  folder: 'client-only',
  start: '.cover-panel a.button',
  question: 'input[name=email]',
}
export const SURVEYJS: WebPeer = {
  name: 'SurveyJS',
  folder: 'surveyjs',
  start: '.sd-navigation__start-btn',
  question: 'input[type=email]',
}
export const FORMIO: WebPeer = {
  name: 'Form.io',
  folder: 'formio',
  start: '.btn-wizard-nav-next',
  question: 'input[type=email]',
}

export interface WebPeers {
  readonly sites: readonly Site[]
  /** Peers that could not be installed or built, and why. */
  readonly missing: readonly string[]
  close(): Promise<void>
}

const ROOT = fileURLToPath(new URL('peers/web', import.meta.url))

/** Installs the peers if needed, builds the wanted pages and serves each. */
export async function openWebPeers(wanted: readonly WebPeer[]): Promise<WebPeers> {
  const sites: Site[] = []
  const missing: string[] = []
  const closing: (() => Promise<void>)[] = []
  for (const peer of wanted) {
    try {
      const why = await installPeer(ROOT, ['ci'])
      if (why) throw new Error(why)
      await buildPeer(peer.folder)
      const { url, close } = await serveFolders([`${ROOT}/dist/${peer.folder}`])
      closing.push(close)
      sites.push({ ...peer, url })
    } catch (error) {
      missing.push(`${peer.name} could not be installed or built here: ${describeError(error)}`)
    }
  }
  return { sites, missing, close: async () => void (await Promise.all(closing.map((close) => close()))) }
}

async function buildPeer(folder: string): Promise<void> {
  const outDir = `${ROOT}/dist/${folder}`
  await build({
    configFile: false,
    root: `${ROOT}/${folder}`,
    logLevel: 'error',
    plugins: [react(), pictures()],
    // Form.io uses Node's name for the global object.
    define: { global: 'globalThis' },
    resolve: {
      // One React for the peer's packages and for the product's screens that it uses.
      dedupe: ['react', 'react-dom'],
      alias: [{ find: /^\.\/send-project\.ts$/, replacement: `${ROOT}/client-only/send-project.ts` }],
    },
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'baseline-widely-available' },
  })
  await compressFiles(outDir)
}
